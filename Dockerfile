# Frontdesk with the client built in. It needs a Postgres server: compose.yaml has both.
# Tried step by step in an empty folder by `bun run image:steps`.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN npx -y bun@1.4.5 install --frozen-lockfile
COPY tsconfig.json ./
COPY shared shared
COPY server server
COPY migrations migrations
COPY client client
RUN node_modules/.bin/bun server/web/build-client.ts
# Bun itself, then the packages of the running server without those that only build the client.
RUN mkdir -p out data && cp -L node_modules/.bin/bun out/bun
RUN rm -rf node_modules && out/bun install --frozen-lockfile --production --omit=optional --ignore-scripts && rm -rf node_modules/bun node_modules/@oven node_modules/.bin node_modules/lucide-react node_modules/bun-plugin-tailwind node_modules/tailwindcss

FROM debian:bookworm-slim
WORKDIR /app
COPY --from=build /app/out/bun /usr/local/bin/bun
COPY --from=build /app/package.json /app/bun.lock /app/bunfig.toml /app/tsconfig.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/shared shared
COPY --from=build /app/server server
COPY --from=build /app/migrations migrations
COPY --from=build /app/client client
COPY --from=build /app/dist dist
COPY --from=build --chown=10001:10001 /app/data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`)).ok ? 0 : 1)"]
CMD ["bun", "server/main.ts"]

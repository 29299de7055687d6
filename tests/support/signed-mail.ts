import { generateKeyPairSync } from "node:crypto";
import nodemailer from "nodemailer";

export interface DkimKey {
  /** For the name server. */
  record: string;
  /** A mail from ana@harbour.test, signed by harbour.test unless the options say otherwise. */
  sign(keySelector: string, options?: object): Promise<string>;
}

export function createDkimKey(modulusLength = 2048): DkimKey {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const base64 = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  return {
    record: `v=DKIM1; k=rsa; p=${base64}`,
    async sign(keySelector, options = {}) {
      const sender = nodemailer.createTransport({
        streamTransport: true,
        buffer: true,
        newline: "windows",
        dkim: { domainName: "harbour.test", keySelector, privateKey: pem, ...options },
      });
      const { message } = await sender.sendMail({
        from: "Ana Ruiz <ana@harbour.test>",
        to: "support@acme.test",
        subject: "Blank labels",
        text: "The printer is blank.",
      });
      return message.toString();
    },
  };
}

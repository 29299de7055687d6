import { type FormEvent, useRef, useState } from "react";
import { type CopyableLink, fullName, type User } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { type Failure, fieldMessage, readFailure, tellRefused } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useChangeUser } from "./use-change-user.ts";
import { useUserCache } from "./user-cache.ts";
import {
  caughtUp,
  changedFields,
  emptyUser,
  missingScope,
  newUserOf,
  patchOf,
  type UserValues,
  userValuesOf,
  withRole,
} from "./user-form.ts";

export interface UserFormOptions {
  /** Null for a new one. */
  user: User | null;
  /** What of a new one is known. */
  begun?: Partial<UserValues> | undefined;
  onClose: () => void;
  /** With a link to hand over, where no mail brings it. */
  onCreated: (user: User, link: CopyableLink | null) => void;
}

export function useUserForm({ user, begun, onClose, onCreated }: UserFormOptions) {
  const [before, setBefore] = useState(() =>
    user ? userValuesOf(user) : { ...emptyUser, ...begun },
  );
  const [values, setValues] = useState(before);
  const latest = useRef(values);
  latest.current = values;
  const mounted = useMounted();
  const [failure, setFailure] = useState<Failure | null>(null);
  // What was said of a field holds until it is changed.
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  // A new one at each try, for the focus goes there at each.
  const [missing, setMissing] = useState<{ scope: string } | null>(null);
  const [isPending, setPending] = useState(false);
  const change = useChangeUser();
  const create = useCreateUser();
  const utils = trpc.useUtils();
  // What the person began from; after a conflict it is what they have been told of since.
  const [base, setBase] = useState(user);

  const put = (next: UserValues) => {
    setValues(next);
    setMissing(null);
    setTouched(new Set([...touched, ...changedFields(values, next)]));
  };
  const send = async (): Promise<Failure | null> => {
    if (base) return await change(base, patchOf(before, values), () => "User saved");
    const made = await create(values, () => mounted.current);
    if ("failure" in made) return made.failure;
    if (mounted.current) onCreated(made.user, made.link);
    return null;
  };
  /** They are told what stands there now, or wrote it: whoever saves again means it. */
  const beginAnew = async (of: User, since: (now: User) => UserValues) => {
    const now = await utils.users.get.fetch({ id: of.id }, { staleTime: 0 }).catch(() => of);
    setBase(now);
    setBefore(since(now));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const scope = missingScope(values);
    setMissing(scope === undefined ? null : { scope });
    if (scope || isPending) return;
    setPending(true);
    const refused = await send();
    if (!mounted.current) {
      // The form is closed by now, and says nothing.
      const name = fullName(user ?? values);
      if (refused) tellRefused(`${name} was not ${user ? "changed" : "created"}`, refused);
      return;
    }
    const typedOn = changedFields(values, latest.current);
    if (refused?.code === "user_conflict" && base) {
      await beginAnew(base, (now) => caughtUp(before, now, refused));
    } else if (!refused && base && typedOn.length > 0) {
      await beginAnew(base, () => values);
    } else if (!refused) return onClose();
    setPending(false);
    setFailure(refused);
    setTouched(new Set(typedOn));
  };
  return {
    values,
    set: (change: Partial<UserValues>) => put({ ...values, ...change }),
    setRole: (role: UserValues["role"]) => put(withRole(before, values, role)),
    errorOf: (field: keyof UserValues) =>
      (field === "companyScope" ? missing?.scope : undefined) ??
      (touched.has(field) ? undefined : fieldMessage(failure, field)),
    submit,
    isPending,
    failure,
    missing,
    isChanged: JSON.stringify(values) !== JSON.stringify(before),
  };
}

type Created = { user: User; link: CopyableLink | null } | { failure: Failure };

/** One intention, one user: whoever sends it again after a cut line makes no second. */
function useCreateUser() {
  const cache = useUserCache();
  const requestId = useRef(newRequestId());
  const quiet = { meta: { showsError: true } };
  const { mutateAsync: create } = trpc.users.create.useMutation(quiet);
  const { mutateAsync: makeLink } = trpc.users.makeLink.useMutation(quiet);
  return async (values: UserValues, isShown: () => boolean): Promise<Created> => {
    try {
      const { user, mailed } = await create({ requestId: requestId.current, ...newUserOf(values) });
      cache.refresh();
      if (mailed) {
        notify({ kind: "success", message: `Invitation mailed to ${user.email}` });
        return { user, link: null };
      }
      if (isShown()) return { user, link: await makeLink({ id: user.id }).catch(() => null) };
      notify({ kind: "success", message: `${fullName(user)} was created` });
      return { user, link: null };
    } catch (error) {
      const failure = readFailure(error);
      // It was sent before with other words, and done: what is sent now is another intention.
      if (failure.code === "request_reused") requestId.current = newRequestId();
      return { failure };
    }
  };
}

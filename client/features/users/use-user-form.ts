import { type FormEvent, useRef, useState } from "react";
import { type CopyableLink, fullName, type User } from "../../../shared/users.ts";
import { notify } from "../../components/notices.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { type Failure, fieldMessage, notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useChangeUser } from "./use-change-user.ts";
import { useUserCache } from "./user-cache.ts";
import {
  changedFields,
  emptyUser,
  missingScope,
  newUserOf,
  patchOf,
  type UserValues,
  userValuesOf,
  withConflicts,
  withRole,
} from "./user-form.ts";

export interface UserFormOptions {
  /** Null for a new one. */
  user: User | null;
  /** Preset values of a new user. */
  preset?: Partial<UserValues> | undefined;
  onClose: () => void;
  /** `link` is set if no mail was sent. */
  onCreated: (user: User, link: CopyableLink | null) => void;
}

export function useUserForm({ user, preset, onClose, onCreated }: UserFormOptions) {
  const [before, setBefore] = useState(() =>
    user ? userValuesOf(user) : { ...emptyUser, ...preset },
  );
  const [values, setValues] = useState(before);
  const latest = useRef(values);
  latest.current = values;
  const mounted = useMounted();
  const [failure, setFailure] = useState<Failure | null>(null);
  // An error of a field is hidden once the field changes.
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  // A new object at each attempt, because each attempt moves the focus.
  const [missing, setMissing] = useState<{ scope: string } | null>(null);
  const [isPending, setPending] = useState(false);
  const change = useChangeUser();
  const create = useCreateUser();
  const utils = trpc.useUtils();
  // The user as the form last showed them; after a conflict, with the values it reported.
  const [base, setBase] = useState(user);

  const put = (next: UserValues) => {
    setValues(next);
    setMissing(null);
    setTouched(new Set([...touched, ...changedFields(values, next)]));
  };
  const send = async (): Promise<Failure | null> => {
    if (base) return await change(base, patchOf(before, values), () => "User saved");
    const created = await create(values, () => mounted.current);
    if ("failure" in created) return created.failure;
    if (mounted.current) onCreated(created.user, created.link);
    return null;
  };
  /** Continues from the current values: saving again then overwrites them on purpose. */
  const rebase = async (of: User, since: (now: User) => UserValues) => {
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
      // The form is closed by now and cannot show the error.
      const name = fullName(user ?? values);
      if (refused) notifyError(`${name} was not ${user ? "changed" : "created"}`, refused);
      return;
    }
    const typedSince = changedFields(values, latest.current);
    if (refused?.code === "user_conflict" && base) {
      await rebase(base, (now) => withConflicts(before, now, refused));
    } else if (!refused && base && typedSince.length > 0) {
      await rebase(base, () => values);
    } else if (!refused) return onClose();
    setPending(false);
    setFailure(refused);
    setTouched(new Set(typedSince));
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

/** One request id per form, so that a retry after a lost connection creates no second user. */
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
        notify({ kind: "success", message: `Invitation sent to ${user.email}` });
        return { user, link: null };
      }
      // A Super Admin's link is created on the server; their page shows the command.
      if (isShown() && user.role !== "Super Admin") {
        return { user, link: await makeLink({ id: user.id }).catch(() => null) };
      }
      notify({ kind: "success", message: `${fullName(user)} was created` });
      return { user, link: null };
    } catch (error) {
      const failure = readFailure(error);
      // An earlier request with other values succeeded. This is a new one.
      if (failure.code === "request_reused") requestId.current = newRequestId();
      return { failure };
    }
  };
}

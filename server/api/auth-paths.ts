import {
  changePasswordInput,
  createUserInput,
  loginInput,
  requestResetInput,
  userPatch,
} from "../../shared/schemas/users.ts";

/** A call of sign-in and users, by cookie. Its routes are in auth/ and users/; the document describes it. */
interface AuthCall {
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below /node/auth. */
  path: string;
  summary: string;
  body?: object;
  status?: 201;
  /** Anyone can call it. */
  isPublic?: true;
  /** What the answer says of a user: who is signed in, or the whole record. */
  user?: "viewer" | "person";
}

export const authCalls: readonly AuthCall[] = [
  {
    id: "readSession",
    method: "GET",
    path: "/user",
    summary: "Get the signed-in user.",
    user: "viewer",
  },
  {
    id: "signIn",
    method: "POST",
    path: "/login",
    summary: "Sign in. The answer sets the session cookie.",
    body: loginInput,
    isPublic: true,
    user: "viewer",
  },
  { id: "signOut", method: "GET", path: "/logout", summary: "Sign out.", isPublic: true },
  {
    id: "changePassword",
    method: "POST",
    path: "/change-password",
    summary: "Change the user's own password, which ends all their sessions.",
    body: changePasswordInput,
  },
  {
    id: "requestPasswordReset",
    method: "POST",
    path: "/password-reset",
    summary: "Ask for a link to choose a new password. The answer is the same for every address.",
    body: requestResetInput,
    isPublic: true,
  },
  {
    id: "createUser",
    method: "POST",
    path: "/create",
    summary: "Create a user. Super Admins only.",
    body: createUserInput,
    status: 201,
    user: "person",
  },
  {
    id: "listUsers",
    method: "GET",
    path: "/load/all/users",
    summary: "List users in order of id, with limit and cursor. Super Admins only.",
  },
  {
    id: "updateUser",
    method: "PUT",
    path: "/update/{id}",
    summary: "Change a user. Super Admins only.",
    body: userPatch,
    user: "person",
  },
  {
    id: "cancelAddressChange",
    method: "DELETE",
    path: "/update/{id}/email",
    summary: "Cancel a pending change of address. Super Admins only.",
  },
  {
    id: "deleteUser",
    method: "DELETE",
    path: "/delete/{id}",
    summary: "Delete a user. Their tickets stay under an anonymised name. Super Admins only.",
  },
  {
    id: "resetPasswordByAdmin",
    method: "POST",
    path: "/reset/password/by/admin",
    summary: "Mail a user a link to choose a new password. Super Admins only.",
    body: requestResetInput,
  },
];

export interface Sentence {
  section: string;
  /** Quoted by the title of a browser test, unless another test is named. */
  sentence: string;
  /** A file, and the title of a test or describe in it. */
  test?: readonly [file: string, title: string];
}

/** Every sentence of the specification that says what the product does. */
export const sentences: readonly Sentence[] = [
  {
    section: "1",
    sentence: "Signed-in users work with tickets, users, companies and a dashboard.",
  },
  { section: "2 Routes", sentence: "/login: Login area. The empty path redirects here." },
  {
    section: "2 Routes",
    sentence: "It accepts a query parameter message, which carries text to show to the visitor.",
  },
  { section: "2 Routes", sentence: "/ticket: Ticket area. The ticket list is at /ticket/log." },
  { section: "2 Routes", sentence: "/user: User area. The user list is at /user/log." },
  { section: "2 Routes", sentence: "/company: Company area. The company list is at /company/log." },
  {
    section: "2 Routes",
    sentence: "/dashboard: Dashboard area. The dashboard is at /dashboard/log.",
  },
  {
    section: "2 Routes",
    sentence: "After login the user sees a shell with a side navigation and a content area.",
  },
  { section: "2 Routes", sentence: "Every route under the shell requires a signed-in user." },
  { section: "2 Routes", sentence: "A visitor with no signed-in user is sent to /login." },
  { section: "2 Navigation", sentence: "Entries: Tickets, Users, Company, Dashboard, Account." },
  { section: "2 Navigation", sentence: "Tickets is shown to everyone." },
  { section: "2 Navigation", sentence: "Users and Company are shown only to a Super Admin." },
  { section: "2 Navigation", sentence: "Dashboard is shown to everyone except a Customer." },
  {
    section: "2 Navigation",
    sentence: "The selected entry is remembered and defaults to Tickets.",
  },
  {
    section: "2 Navigation",
    sentence: "The navigation can be expanded (60px wide) or collapsed (50px wide).",
  },
  {
    section: "2 Navigation",
    sentence: "Account opens a small menu with two choices: Change Password and Logout.",
  },
  { section: "2 Change Password", sentence: "Title: Change Password." },
  {
    section: "2 Change Password",
    sentence: "Three password fields: Previous Password, New Password, Confirm Password.",
  },
  {
    section: "2 Change Password",
    sentence:
      "The button is labelled Change Password and stays disabled until all three fields are filled.",
  },
  {
    section: "2 Change Password",
    sentence:
      'On success the user is sent to /login with the message "Your password has been changed successfully!".',
  },
  {
    section: "2 Logout",
    sentence:
      'The user is sent to /login with the message "You have been successfully logged out!".',
  },
  { section: "2 Logout", sentence: "Locally stored data is cleared." },
  {
    section: "3",
    sentence:
      "Logged-in user: firstName, lastName, email, role, companies: a list whose entries have a name.",
    test: ["tests/rest.contract.test.ts", "GET /node/auth/user"],
  },
  { section: "3", sentence: "The full name is shown as first name plus last name." },
  {
    section: "3",
    sentence:
      "Assigned companies are exposed as a list of name and domain, where the domain is set to the company name.",
    test: [
      "shared/users.test.ts",
      "assigned companies are a list of name and domain, the domain set to the name",
    ],
  },
  { section: "3", sentence: "Login: email, password." },
  { section: "3", sentence: "Change password: oldPassword, newPassword." },
  {
    section: "3",
    sentence: "Password reset: email.",
    test: ["tests/rest.contract.test.ts", "POST /node/auth/password-reset"],
  },
  {
    section: "3",
    sentence: "Admin password reset: email.",
    test: ["tests/rest.contract.test.ts", "POST /node/auth/reset/password/by/admin"],
  },
  { section: "4", sentence: "the user is signed out until the server returns a user." },
  { section: "4", sentence: "The current user is cached in the client." },
  {
    section: "4",
    sentence: "When none is cached, the client asks the server for the current user.",
  },
  { section: "4", sentence: "Logout clears the cached user." },
  {
    section: "4",
    sentence:
      'On any 401 response, when the current location is not /login, the client shows an alert "Session Expired. Please login again!" and goes to /login.',
  },
  {
    section: "5",
    sentence:
      'The new password must be 8 to 16 characters long. Otherwise the error is "New Password should be between 8 to 16 characters".',
  },
  {
    section: "5",
    sentence:
      'New and confirm password must be equal. Otherwise the error is "New and confirm password doesn\'t match", with the title "Password Missmatch".',
  },
  {
    section: "5",
    sentence: "The button is disabled until old, new and confirm are all non-empty.",
  },
  { section: "5", sentence: "The length rule is checked on change only." },
  { section: "6", sentence: "Super Admin: Sees Users and Company entries." },
  { section: "6", sentence: "Customer: Does not see Dashboard." },
  { section: "6", sentence: "Any signed-in user: Sees Tickets." },
  { section: "7", sentence: "All calls use JSON and send credentials (cookies)." },
  { section: "7", sentence: "The base address is the page origin plus /node in production." },
  {
    section: "7",
    sentence: "Non-GET requests to relative URLs carry an anti-forgery header taken from a cookie.",
  },
  {
    section: "7",
    sentence: "GET /auth/user: none, success and user",
    test: ["tests/rest.contract.test.ts", "GET /node/auth/user"],
  },
  {
    section: "7",
    sentence: "POST /auth/login: email, password",
    test: ["tests/rest.contract.test.ts", "POST /node/auth/login"],
  },
  { section: "7", sentence: "GET /auth/logout: none, a success flag" },
  {
    section: "7",
    sentence: "POST /auth/change-password: oldPassword, newPassword, success and message",
    test: ["tests/rest.contract.test.ts", "POST /node/auth/change-password"],
  },
  {
    section: "7",
    sentence: "POST /auth/password-reset: email",
    test: ["tests/rest.contract.test.ts", "POST /node/auth/password-reset"],
  },
  {
    section: "7",
    sentence: "POST /auth/create: user payload",
    test: ["tests/rest.contract.test.ts", "POST /node/auth/create"],
  },
  {
    section: "7",
    sentence: "GET /auth/load/all/users: none",
    test: ["tests/rest.contract.test.ts", "GET /node/auth/load/all/users"],
  },
  {
    section: "7",
    sentence: "PUT /auth/update/{id}: user payload",
    test: ["tests/rest.contract.test.ts", "PUT /node/auth/update/{id}"],
  },
  {
    section: "7",
    sentence: "DELETE /auth/delete/{id}: none",
    test: ["tests/rest.contract.test.ts", "DELETE /node/auth/delete/{id}"],
  },
  {
    section: "7",
    sentence: "POST /auth/reset/password/by/admin: email",
    test: ["tests/rest.contract.test.ts", "POST /node/auth/reset/password/by/admin"],
  },
  { section: "8", sentence: "Server error with a message: That message is shown." },
  {
    section: "8",
    sentence: 'Error message mentions http, or no message: "OOps! Something went wrong"',
  },
  {
    section: "8",
    sentence: 'Any 401 away from /login: Alert "Session Expired. Please login again!", then /login',
  },
  { section: "8", sentence: "Visitor not signed in on a guarded route: Sent to /login" },
  {
    section: "8",
    sentence:
      'New password not 8 to 16 characters: "New Password should be between 8 to 16 characters"',
  },
  {
    section: "8",
    sentence:
      'New and confirm differ: "New and confirm password doesn\'t match", title "Password Missmatch"',
  },
  { section: "8", sentence: "Error notifications stay on screen until dismissed." },
  { section: "9", sentence: "Password length: 8 to 16 characters, checked on change only." },
  {
    section: "9",
    sentence:
      "Info, success and warning notifications disappear after 3000 ms. Error notifications do not disappear on their own.",
  },
  { section: "9", sentence: "Side navigation width: 60px expanded, 50px collapsed." },
  {
    section: "9",
    sentence: "The selected menu entry is kept in local storage under the key selected-menu.",
  },
];

/** Everything that is a security event, by what it is about, as the page for owners sorts them. */
const actions = {
  sign_in: ["signed_in", "sign_out_everywhere"],
  refusal: [
    "sign_in_refused",
    "confirmation_refused",
    "guesses_slowed",
    "attempts_limited",
    "credentials_refused",
    "permission_refused",
    "form_refused",
    "token_refused",
  ],
  account: [
    "change_name",
    "change_password",
    "reset_password",
    "set_password",
    "reset_second_factor",
    "turn_on_second_factor",
    "turn_off_second_factor",
    "renew_recovery_codes",
    "add_passkey",
    "remove_passkey",
  ],
  member: ["invite_member", "withdraw_invitation", "accept_invitation", "change_role", "remove_member"],
  key: ["create_key", "revoke_key"],
  app: ["connect_app", "disconnect_app", "token_given", "tokens_ended"],
  channel: ["set_channel", "unset_channel"],
} as const;

export type SecurityKind = keyof typeof actions;
export type SecurityAction = (typeof actions)[SecurityKind][number];

export const securityKinds = Object.keys(actions) as SecurityKind[];

/** Whether it concerns each organization of its person, and not only the one that was shown. */
export const concernsAll = (action: SecurityAction): boolean =>
  actions.account.some((one) => one === action) || action === "sign_out_everywhere";

/** The actions of a kind. */
export const actionsOfKind = (kind: SecurityKind): readonly string[] => actions[kind];

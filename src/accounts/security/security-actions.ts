/** What a security event is about, as the page for owners sorts them. */
export const securityKinds = ["sign_in", "refusal", "account", "member", "key", "app", "channel"] as const;
export type SecurityKind = (typeof securityKinds)[number];

/** Everything that is a security event. */
const kinds = {
  signed_in: "sign_in",
  sign_out_everywhere: "sign_in",
  sign_in_refused: "refusal",
  confirmation_refused: "refusal",
  guesses_slowed: "refusal",
  attempts_limited: "refusal",
  credentials_refused: "refusal",
  permission_refused: "refusal",
  form_refused: "refusal",
  token_refused: "refusal",
  change_name: "account",
  change_password: "account",
  reset_password: "account",
  set_password: "account",
  reset_second_factor: "account",
  turn_on_second_factor: "account",
  turn_off_second_factor: "account",
  renew_recovery_codes: "account",
  add_passkey: "account",
  remove_passkey: "account",
  invite_member: "member",
  withdraw_invitation: "member",
  accept_invitation: "member",
  change_role: "member",
  remove_member: "member",
  create_key: "key",
  revoke_key: "key",
  connect_app: "app",
  disconnect_app: "app",
  token_given: "app",
  tokens_ended: "app",
  set_channel: "channel",
  unset_channel: "channel",
} as const satisfies Record<string, SecurityKind>;

export type SecurityAction = keyof typeof kinds;

/** Whether it concerns each organization of its person, and not only the one that was shown. */
export const concernsAll = (action: SecurityAction): boolean =>
  kinds[action] === "account" || action === "sign_out_everywhere";

/** The actions of a kind. */
export const actionsOfKind = (kind: SecurityKind): string[] =>
  Object.entries(kinds).flatMap(([action, its]) => (its === kind ? [action] : []));

import { aboutRow, type RowInput, type WakeableContract } from "./workflow-contract.js";

export type SendAccountMailInput = RowInput<"linkId">;

/** Sent together with a start, to replace a workflow that was lost or ended by hand. An open workflow ignores it. */
export const sendAccountMailAgain = { name: "sendAccountMailAgain" } as const;

export type LinkKind = "invitation" | "password_reset";

/** What a person is told about their own account; such a mail has no link. */
export type NoticeKind =
  | "key_made"
  | "key_ends"
  | "password_changed"
  | "second_factor_changed"
  | "recovery_codes_renewed"
  | "passkey_added"
  | "passkey_removed"
  | "app_connected";

export type AccountMailKind = LinkKind | NoticeKind;

interface Subject {
  linkId: string;
  kind: AccountMailKind;
}

const summaries: Record<AccountMailKind, string> = {
  invitation: "Sends an invitation",
  password_reset: "Sends a link for a new password",
  key_made: "Notifies of a new key",
  key_ends: "Notifies of a key that ends soon",
  password_changed: "Notifies of a changed password",
  second_factor_changed: "Notifies of a changed second factor",
  recovery_codes_renewed: "Notifies of new recovery codes",
  passkey_added: "Notifies of a new passkey",
  passkey_removed: "Notifies of a removed passkey",
  app_connected: "Notifies of a connected app",
};

export const sendAccountMail: WakeableContract<{ linkId: string }, Subject> = {
  ...aboutRow("sendAccountMail", "send-account-mail", "linkId"),
  wakeBy: sendAccountMailAgain,
  summary: ({ kind }) => summaries[kind],
};

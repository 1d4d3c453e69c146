/** The closed sets of values that records, requests and pages share. Each is listed only here. */
export const projectStatuses = ["draft", "active", "on_hold", "completed", "archived"] as const;
export const projectTypes = ["generic", "cila", "scia", "permesso_di_costruire", "catastale", "perizia"] as const;
export const projectStages = [
  "preparation",
  "submitted",
  "review",
  "integration",
  "approved",
  "site_survey",
  "drafting",
  "registered",
  "in_progress",
  "closed",
] as const;
/** Weakest first: each allows all that those before it do. */
export const shareRoles = ["viewer", "editor"] as const;
export const submissionKinds = ["submission", "integration", "reminder", "outcome"] as const;
export const submissionOutcomes = ["approved", "rejected", "suspended"] as const;
export const clockStates = ["running", "suspended", "overdue", "closed"] as const;
export const taskStatuses = ["todo", "in_progress", "done", "cancelled"] as const;
export const threadStatuses = ["open", "needs_reply", "waiting", "closed"] as const;
export const channels = ["email", "whatsapp", "pec", "sms"] as const;
export const messageStatuses = ["queued", "sent", "delivered", "failed", "uncertain", "received"] as const;
/** Why an incoming message asks for no answer, so that it changes no status; `own`: the organization itself wrote it, in another program. */
export const automaticKinds = ["auto_reply", "bounce", "list", "own"] as const;
export const contactRoles = ["client", "contractor", "site_manager", "municipality", "notary", "other"] as const;
/** How a recipient is addressed on paper and in mails; `none`: not at all. */
export const formsOfAddress = [
  "gentile",
  "gentile_sig",
  "gentile_sig_ra",
  "egregio",
  "spettabile",
  "onorevole",
  "none",
] as const;
export const reminderKinds = ["deadline", "follow_up", "payment", "hearing", "generic"] as const;
export const reminderStatuses = ["pending", "due", "suspended", "done", "cancelled"] as const;
export const documentKinds = [
  "preventivo",
  "letter",
  "engagement_letter",
  "delegation",
  "perizia",
  "report",
  "plan",
  "generic",
] as const;
export const documentStatuses = ["draft", "review", "issued", "accepted", "declined", "expired"] as const;
export const roles = ["owner", "admin", "member", "viewer", "guest"] as const;

export type ProjectStatus = (typeof projectStatuses)[number];
export type ProjectType = (typeof projectTypes)[number];
export type ProjectStage = (typeof projectStages)[number];
export type ShareRole = (typeof shareRoles)[number];
export type SubmissionKind = (typeof submissionKinds)[number];
export type SubmissionOutcome = (typeof submissionOutcomes)[number];
export type ClockState = (typeof clockStates)[number];
export type TaskStatus = (typeof taskStatuses)[number];
export type ThreadStatus = (typeof threadStatuses)[number];
export type Channel = (typeof channels)[number];
export type MessageStatus = (typeof messageStatuses)[number];
export type AutomaticKind = (typeof automaticKinds)[number];
export type ContactRole = (typeof contactRoles)[number];
export type FormOfAddress = (typeof formsOfAddress)[number];
export type ReminderKind = (typeof reminderKinds)[number];
export type ReminderStatus = (typeof reminderStatuses)[number];
export type DocumentKind = (typeof documentKinds)[number];
export type DocumentStatus = (typeof documentStatuses)[number];
export type Role = (typeof roles)[number];

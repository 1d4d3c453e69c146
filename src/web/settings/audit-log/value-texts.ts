import type { AiRunKind, AiRunStatus } from "../../../domain/ai-run.js";
import type { FileSource } from "../../../domain/files.js";
import { documentKindNames, submissionKindNames } from "../../../domain/italian-names.js";
import type { Language } from "../../../domain/language.js";
import { permissions } from "../../../domain/permissions.js";
import type {
  AutomaticKind,
  ClockState,
  ContactRole,
  DocumentStatus,
  FormOfAddress,
  MessageStatus,
  ProjectStage,
  ProjectStatus,
  ProjectType,
  ReminderKind,
  ReminderStatus,
  Role,
  ShareRole,
  SubmissionOutcome,
  TaskStatus,
  ThreadStatus,
} from "../../../domain/vocabulary.js";
import { permissionName, roleNames } from "../../vocabulary-texts.js";

const projectStatuses: Record<ProjectStatus, string> = {
  draft: "bozza",
  active: "attiva",
  on_hold: "sospesa",
  completed: "completata",
  archived: "archiviata",
};
const projectTypes: Record<ProjectType, string> = {
  generic: "generica",
  cila: "CILA",
  scia: "SCIA",
  permesso_di_costruire: "permesso di costruire",
  catastale: "catastale",
  perizia: "perizia",
};
const projectStages: Record<ProjectStage, string> = {
  preparation: "preparazione",
  submitted: "presentata",
  review: "in istruttoria",
  integration: "integrazione",
  approved: "approvata",
  site_survey: "sopralluogo",
  drafting: "redazione",
  registered: "registrata",
  in_progress: "in corso",
  closed: "chiusa",
};
const submissionOutcomes: Record<SubmissionOutcome, string> = {
  approved: "approvata",
  rejected: "respinta",
  suspended: "sospesa",
};
const clockStates: Record<ClockState, string> = {
  running: "in corso",
  suspended: "sospeso",
  overdue: "decorso",
  closed: "chiuso",
};
const taskStatuses: Record<TaskStatus, string> = {
  todo: "da fare",
  in_progress: "in corso",
  done: "fatta",
  cancelled: "annullata",
};
const threadStatuses: Record<ThreadStatus, string> = {
  open: "aperta",
  needs_reply: "da rispondere",
  waiting: "in attesa",
  closed: "chiusa",
};
const directions = { outgoing: "in uscita", incoming: "in arrivo" };
const messageStatuses: Record<MessageStatus, string> = {
  queued: "in coda",
  sent: "inviato",
  delivered: "consegnato",
  failed: "non riuscito",
  uncertain: "incerto",
  received: "ricevuto",
};
const automaticKinds: Record<AutomaticKind, string> = {
  auto_reply: "risposta automatica",
  bounce: "mancata consegna",
  list: "lista di invio",
  own: "scritto dallo studio",
};
const contactRoles: Record<ContactRole, string> = {
  client: "cliente",
  contractor: "impresa",
  site_manager: "direttore dei lavori",
  municipality: "comune",
  notary: "notaio",
  other: "altro",
};
const formsOfAddress: Record<FormOfAddress, string> = {
  gentile: "Gentile",
  gentile_sig: "Gentile Sig.",
  gentile_sig_ra: "Gentile Sig.ra",
  egregio: "Egregio",
  spettabile: "Spettabile",
  onorevole: "Onorevole",
  none: "nessuno",
};
const reminderKinds: Record<ReminderKind, string> = {
  deadline: "scadenza",
  follow_up: "sollecito",
  payment: "pagamento",
  hearing: "udienza",
  generic: "generico",
};
const reminderStatuses: Record<ReminderStatus, string> = {
  pending: "in attesa",
  due: "scaduto",
  suspended: "sospeso",
  done: "fatto",
  cancelled: "annullato",
};
const documentStatuses: Record<DocumentStatus, string> = {
  draft: "bozza",
  review: "in revisione",
  issued: "emesso",
  accepted: "accettato",
  declined: "rifiutato",
  expired: "scaduto",
};
const fileSources: Record<FileSource, string> = {
  upload: "caricato",
  incoming: "ricevuto",
  issued: "emesso",
  export: "esportato",
};
const runKinds: Record<AiRunKind, string> = { draft: "redazione", review: "revisione" };
const runStatuses: Record<AiRunStatus, string> = {
  queued: "in coda",
  running: "in corso",
  done: "finita",
  failed: "non riuscita",
  cancelled: "annullata",
};
const shareRoles: Record<ShareRole, string> = { viewer: "sola lettura", editor: "modifica" };
const roles = Object.fromEntries(Object.entries(roleNames).map(([role, { it }]) => [role, it])) as Record<Role, string>;

/** The words that records and fields take from a closed set, in Italian: by record, field and word. */
const italianValues: Record<string, Record<string, Record<string, string>>> = {
  api_key: { permissions: Object.fromEntries(permissions.map((one) => [one, permissionName(one).it])) },
  ai_run: { kind: runKinds, status: runStatuses },
  connection: { mode: { read: "sola lettura", change: "lettura e modifica" } },
  contact: { role: contactRoles, formOfAddress: formsOfAddress },
  document: { kind: documentKindNames, status: documentStatuses },
  invitation: { role: roles },
  membership: { role: roles },
  message: {
    direction: directions,
    status: messageStatuses,
    automatic: automaticKinds,
  },
  organization: {
    issueCheck: { warn: "avvisa", refuse: "rifiuta" },
    requireSecondFactor: { none: "nessuno", owners: "titolari", all: "tutti" },
  },
  project: { status: projectStatuses, type: projectTypes, stage: projectStages },
  project_share: { role: shareRoles },
  reminder: { kind: reminderKinds, status: reminderStatuses },
  stored_file: { source: fileSources },
  submission: { kind: submissionKindNames, outcome: submissionOutcomes, clockState: clockStates },
  task: { status: taskStatuses },
  template: { kind: documentKindNames },
  thread: { status: threadStatuses },
  user_account: {
    password: { changed: "cambiata" },
    recoveryCodes: { renewed: "rinnovati" },
    secondFactor: { on: "attivato", off: "disattivato" },
  },
};

/** How the names of notices begin, which may go on with a date, in Italian. */
const noticeBeginnings: [RegExp, string][] = [
  [/^1 day\b.*/, "1 giorno prima"],
  [/^(\d+) days\b.*/, "$1 giorni prima"],
  [/^due\b.*/, "alla scadenza"],
  [/^(overdue|passed)\b.*/, "a termine decorso"],
  [/^needs reply\b.*/, "messaggio da rispondere"],
  [/^(delivery|message) failed\b.*/, "invio non riuscito"],
  [/^message partly failed\b.*/, "non consegnato a tutti"],
  [/^message delivered\b.*/, "consegnato dopo un avviso contrario"],
  [/^message uncertain\b.*/, "consegna incerta"],
  [/^login refused\b.*/, "accesso rifiutato dal gestore del canale"],
  [/^unread\b.*/, "casella non letta da più di un giorno"],
];
function noticeText(name: string): string {
  const [beginning, text] = noticeBeginnings.find(([one]) => one.test(name)) ?? [];
  return beginning && text ? name.replace(beginning, text) : name;
}

/** A word of a closed set, or a list of such, as people of a language call it; anything else, and in English the word itself, stays as it is. */
export function wordText(record: string, field: string, value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => wordText(record, field, one, language));
  if (language !== "it" || typeof value !== "string") return value;
  if (record === "message" && field === "notice") return noticeText(value);
  const words = italianValues[record]?.[field];
  return words && Object.hasOwn(words, value) ? words[value] : value;
}

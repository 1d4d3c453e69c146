import { italianDay } from "../calendar/italian-dates.js";
import { wholeDay } from "../calendar/time.js";
import type { BilingualText } from "../language.js";
import { capitalized } from "../text/capitalized.js";
import { type ProjectType, projectTypes, type SubmissionOutcome, type TaskStatus } from "../vocabulary.js";

const attested = "verificare le condizioni e chiedere l'attestazione all'ente";

/** What to do when the authority's time has run out. The elapsed term is attested only where silence can mean consent. */
const toDo: Readonly<Record<ProjectType, string>> = {
  generic: attested,
  permesso_di_costruire: attested,
  scia: "verificare che l'ente non abbia vietato i lavori",
  cila: "verificare che l'ente non abbia scritto",
  catastale: "verificare con il catasto l'esito della pratica",
  perizia: "verificare il termine con chi lo ha fissato",
};

/** The title of the task that is created when a deadline passes without an outcome. */
export const overdueTaskTitle = (type: ProjectType, deadline: Date, timezone: string): string =>
  `Termine decorso: ${toDo[type]} (${italianDay(deadline, timezone)})`;

/** The titles that this task can have: the project's type may have changed since the task was created. */
export const overdueTaskTitles = (deadline: Date, timezone: string): string[] =>
  projectTypes.map((type) => overdueTaskTitle(type, deadline, timezone));

/** A task's title as it would be written now. Earlier releases wrote the first of a month as `1 maggio 2026`. */
export const titleAsNow = (title: string): string => title.replace(/\(1(?= \p{L}+ \d{4}\)$)/u, "(1°");

/** The fields of a submission that show whether its deadline left a task when it passed. */
interface Passing {
  id: string;
  decisionDeadline: Date | null;
  overdueAt: Date | null;
  outcome: SubmissionOutcome | null;
}

/**
 * A project's tasks for deadlines that passed on a given day, and how many other submissions had such a deadline. Filings of one day, such
 * as for the fire brigade and a landscape authorization, may have equal terms, and then their tasks share one title.
 * @param tasks,submissions all of the project's
 * @param id the submission whose deadline it is; null for the project's own deadline
 */
export function overdueTasks<T extends { title: string }>(
  { tasks, submissions }: { tasks: readonly T[]; submissions: readonly Passing[] },
  { id, deadline, timezone }: { id: string | null; deadline: Date; timezone: string },
): { tasks: T[]; others: number } {
  const titles = overdueTaskTitles(deadline, timezone);
  const isOther = ({ id: otherId, decisionDeadline, overdueAt, outcome }: Passing) =>
    otherId !== id &&
    overdueAt !== null &&
    outcome !== "approved" &&
    decisionDeadline !== null &&
    wholeDay(decisionDeadline, timezone) === wholeDay(deadline, timezone);
  return {
    tasks: tasks.filter(({ title }) => titles.includes(titleAsNow(title))),
    others: submissions.filter(isOther).length,
  };
}

/** The cancelled tasks to reopen once the deadline has passed after all. None if there is still an uncancelled task for each passed deadline. */
export function tasksToReopen<T extends { status: TaskStatus }>({
  tasks,
  others,
}: {
  tasks: readonly T[];
  others: number;
}): T[] {
  const cancelled = tasks.filter(({ status }) => status === "cancelled");
  return cancelled.slice(0, Math.max(0, others + 1 - (tasks.length - cancelled.length)));
}

/** What a project's term is called. A court or a client sets the term of a perizia, not an authority. */
export const termName = (type: ProjectType): string =>
  type === "perizia" ? "termine della perizia" : "termine per la decisione dell'ente";

/** The title of a deadline's reminder and of its notices: `Termine per la decisione dell'ente: Villa Bianchi`. */
export const deadlineTitle = ({ type, name }: { type: ProjectType; name: string }): string =>
  `${capitalized(termName(type))}: ${name}`;

/** Only people know whether a filing was for the project's own procedure. */
const ofConsents: BilingualText = {
  en: "If the filing was for another authority's consent, such as a landscape or seismic authorization, that consent's own rules apply instead.",
  it: "l'assenso di un altro ente, per esempio l'autorizzazione paesaggistica o sismica: valgono le norme di quell'assenso",
};

/** Works built under a landscape constraint aren't regularized by the office's silence alone. */
const ofLandscape: BilingualText = {
  en: "Under art. 36-bis the term is suspended until the landscape compatibility is decided on, where works need it (comma 6).",
  it: "la sanatoria ex art. 36-bis in area vincolata: il termine è sospeso fino alla definizione della compatibilità paesaggistica (comma 6)",
};

/** In projects of all kinds of works such a request may be filed before all else. */
const ofAccess: BilingualText = {
  en: "If the filing was a request for access to documents, it counts as refused, and an appeal is due within 30 days (L. 241/1990, art. 25, commi 4 e 5).",
  it: "l'accesso agli atti: la richiesta si intende respinta, e il ricorso va proposto entro 30 giorni (art. 25, commi 4 e 5, L. 241/1990)",
};

/** Which isn't yet the consent to the works; a term for the offices isn't that of the authority. */
const ofConference: BilingualText = {
  en: "In a conference of services, once the term in the notice of its opening has ended, the silence of an office counts as that office's consent, unless European law asks for an express act; the authority that opened it then decides within five working days (L. 241/1990, art. 14-bis, commi 4 e 5).",
  it: "la conferenza di servizi: decorso il termine fissato nell'indizione, il silenzio di un ente coinvolto vale come suo assenso, salvo che il diritto dell'Unione europea richieda un provvedimento espresso; resta da attendere la determinazione conclusiva, che l'amministrazione procedente adotta entro cinque giorni lavorativi (art. 14-bis, commi 4 e 5, L. 241/1990)",
};

/** A list after the rule, since in one paragraph nobody finds their own case. */
const butFor = (...others: string[]): string =>
  `\n\nRegole diverse valgono per:\n${others.map((other) => `– ${other}`).join(";\n")}.`;

/** What it means in law that the authority's time has ended without an answer, by kind of procedure. */
export const silenceMeans: Readonly<Record<ProjectType, BilingualText>> = {
  generic: {
    en: `Silence alone is no consent. ${ofConsents.en} ${ofConference.en} ${ofAccess.en}`,
    it: `Il silenzio non vale da solo come assenso.${butFor(ofConsents.it, ofConference.it, ofAccess.it)}`,
  },
  permesso_di_costruire: {
    en: `Silence alone is no consent: it counts as one if the permit was not refused in time, and under hydrogeological, environmental, landscape or cultural constraints only if the consents that these require were obtained before (D.P.R. 380/2001, art. 20, comma 8). On request, the authority attests within 15 days that the term has elapsed. In remedy (sanatoria) silence is consent after 45 days under art. 36-bis, and a refusal after 60 under art. 36. ${ofLandscape.en} ${ofConsents.en} ${ofAccess.en}`,
    it: `Il silenzio non vale da solo come assenso: si forma se il permesso non è stato negato in tempo e, in presenza di vincoli idrogeologici, ambientali, paesaggistici o culturali, solo se gli assensi richiesti sono già stati acquisiti (art. 20, comma 8, D.P.R. 380/2001). Su richiesta l'ente attesta entro 15 giorni il decorso del termine.${butFor("la sanatoria: il silenzio vale come accoglimento dopo 45 giorni (art. 36-bis), ma come rifiuto dopo 60 giorni se si tratta dell'art. 36", ofLandscape.it, ofConsents.it, ofAccess.it)}`,
  },
  scia: {
    en: `No consent is formed by silence on a SCIA, and there is none to be attested, except in remedy (D.P.R. 380/2001, art. 36-bis): the time in which the authority could forbid the works has ended. It may now act only in self-review (L. 241/1990, art. 19, commi 3, 4 e 6-bis, and art. 21-nonies). ${ofLandscape.en} ${ofConsents.en} ${ofAccess.en}`,
    it: `Per la SCIA non si forma un silenzio-assenso e non c'è un'attestazione da chiedere: è finito il periodo in cui l'ente può vietare i lavori. Ora può intervenire solo in autotutela (artt. 19, commi 3, 4 e 6-bis, e 21-nonies, L. 241/1990).${butFor("la SCIA in sanatoria: il silenzio vale come accoglimento (art. 36-bis, D.P.R. 380/2001)", ofLandscape.it, ofConsents.it, ofAccess.it)}`,
  },
  cila: {
    en: `No consent is formed by silence on a CILA, and there is none to be attested: it has effect from its filing, and the law sets no term of control (D.P.R. 380/2001, art. 6-bis). ${ofConsents.en} ${ofAccess.en}`,
    it: `Per la CILA non si forma un silenzio-assenso e non c'è un'attestazione da chiedere: ha effetto dal deposito, e la legge non prevede un termine di controllo (art. 6-bis, D.P.R. 380/2001).${butFor(ofConsents.it, ofAccess.it)}`,
  },
  catastale: {
    en: "The land registry's silence registers nothing: check with the office what became of the filing.",
    it: "Il silenzio dell'ufficio non vale come registrazione: verificare con il catasto l'esito della pratica.",
  },
  perizia: {
    en: "Silence has no effect here: check the term with whoever set it, the court or the client.",
    it: "Il silenzio non ha qui alcun effetto: verificare il termine con chi lo ha fissato, il giudice o il committente.",
  },
};

import type { FailureWords } from "../italian-failures.js";

/** What a provider's code means, in Italian, to who wrote the message that it refuses or didn't deliver. */
export interface ExplainedCode {
  /** follows “non è stato consegnato: ” */
  meaning: string;
  /** what to do next, as sentences */
  remedy: string;
}

const newAccess =
  "Impostare credenziali nuove nella pagina Canali delle impostazioni (titolari e amministratori), poi scrivere di nuovo.";
const otherChannel = "Controllare il numero, o scrivere per un altro canale.";
const later = "Scrivere di nuovo più tardi, o per un altro canale.";

/** The codes that a firm meets. All others are shown in the provider's own words alone. */
const explained: readonly (ExplainedCode & { codes: readonly number[] })[] = [
  // Meta: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
  { codes: [0, 190], meaning: "WhatsApp non accetta più il token di accesso dello studio", remedy: newAccess },
  { codes: [3, 10, 200, 131005], meaning: "il token di accesso non può inviare messaggi", remedy: newAccess },
  {
    codes: [368, 131031],
    meaning: "Meta ha bloccato l'account WhatsApp dello studio",
    remedy: "Il motivo si vede in WhatsApp Manager; intanto scrivere per un altro canale.",
  },
  {
    codes: [131042],
    meaning: "manca un pagamento valido nell'account WhatsApp dello studio",
    remedy: "Sistemare il metodo di pagamento in WhatsApp Manager, poi scrivere di nuovo.",
  },
  {
    codes: [33, 100, 131008, 131009],
    meaning: "WhatsApp non riconosce una parte della richiesta, di solito l'id del numero dello studio",
    remedy: "Controllare l'id del numero nelle impostazioni del canale, e il numero del destinatario.",
  },
  {
    codes: [131037, 131045, 133010],
    meaning: "il numero WhatsApp dello studio non è registrato, o il suo nome non è approvato",
    remedy: "Completare la registrazione del numero in WhatsApp Manager, poi scrivere di nuovo.",
  },
  {
    codes: [131030],
    meaning: "il numero WhatsApp dello studio è di prova, e scrive solo ai numeri indicati a Meta",
    remedy: "Usare il numero vero dello studio, o aggiungere il destinatario ai numeri di prova nell'app di Meta.",
  },
  {
    codes: [130497],
    meaning: "l'account WhatsApp dello studio non può scrivere in questo paese",
    remedy: "Scrivere per un altro canale.",
  },
  {
    codes: [131026],
    meaning: "il numero non ha WhatsApp, o non può ricevere questo messaggio",
    remedy: otherChannel,
  },
  {
    codes: [131047],
    meaning: "sono passate più di 24 ore dall'ultimo messaggio del destinatario",
    remedy: "Scrivere per un altro canale; su WhatsApp si può di nuovo quando il destinatario scrive.",
  },
  {
    codes: [130472, 131049, 131050],
    meaning: "WhatsApp non consegna al destinatario altri messaggi di questo tipo",
    remedy: "Scrivere per un altro canale; su WhatsApp si può di nuovo quando il destinatario scrive.",
  },
  {
    codes: [131052, 131053],
    meaning: "WhatsApp non ha potuto usare l'allegato",
    remedy: "Inviarlo come PDF, JPEG o PNG, o per email.",
  },
  {
    codes: [132005],
    meaning: "il messaggio è troppo lungo per il modello approvato di WhatsApp",
    remedy: "Scriverlo più corto, o per un altro canale.",
  },
  {
    codes: [132000, 132001, 132007, 132012, 132015, 132016],
    meaning: "il modello approvato di WhatsApp non si può usare",
    remedy: "Controllare il modello in WhatsApp Manager, e il suo nome e la sua lingua nelle impostazioni del canale.",
  },
  {
    codes: [2, 131000, 131016, 131057, 133004],
    meaning: "WhatsApp ha avuto un guasto",
    remedy: later,
  },
  {
    codes: [4, 17, 80007, 130429, 131048, 131056],
    meaning: "WhatsApp ha ricevuto dallo studio troppi messaggi in poco tempo",
    remedy: later,
  },
  // Twilio: https://www.twilio.com/docs/api/errors
  {
    codes: [20005, 30002],
    meaning: "Twilio ha sospeso l'account dello studio",
    remedy: "Il motivo (di solito il credito finito) si vede in Twilio; intanto scrivere per un altro canale.",
  },
  {
    codes: [21608],
    meaning: "l'account Twilio dello studio è di prova, e scrive solo a numeri verificati",
    remedy: "Passare a un account a pagamento in Twilio, o verificarvi il numero del destinatario.",
  },
  { codes: [20003], meaning: "Twilio non accetta più l'accesso dello studio", remedy: newAccess },
  {
    codes: [21211, 21217, 21614, 30005],
    meaning: "il numero non esiste, o non riceve SMS",
    remedy: otherChannel,
  },
  { codes: [30006], meaning: "il numero è fisso, o il suo operatore non riceve SMS", remedy: otherChannel },
  {
    codes: [21610],
    meaning: "il destinatario ha chiesto di non ricevere più SMS (STOP)",
    remedy: "Scrivere per un altro canale; gli SMS riprendono quando il destinatario risponde START.",
  },
  {
    codes: [21408],
    meaning: "l'account Twilio non può inviare SMS in questo paese",
    remedy: "Abilitare il paese in Twilio (Geo permissions), poi scrivere di nuovo.",
  },
  {
    codes: [21212, 21603, 21606, 21612, 21659, 21660],
    meaning: "Twilio non accetta il mittente impostato",
    remedy: "Controllare il mittente nelle impostazioni del canale, poi scrivere di nuovo.",
  },
  { codes: [30003], meaning: "il telefono è spento o non raggiungibile", remedy: later },
  { codes: [30008], meaning: "l'operatore non ha consegnato l'SMS, e non ha detto perché", remedy: later },
  { codes: [30004], meaning: "il telefono o il suo operatore blocca questi SMS", remedy: otherChannel },
  {
    codes: [30007],
    meaning: "l'operatore ha scambiato il messaggio per pubblicità indesiderata",
    remedy: "Scriverlo con altre parole e senza collegamenti, o per un altro canale.",
  },
  {
    codes: [20429, 21611, 30001, 63038],
    meaning: "Twilio ha ricevuto dallo studio troppi messaggi in poco tempo",
    remedy: later,
  },
];

const byCode = new Map(explained.flatMap(({ codes, ...words }) => codes.map((code) => [code, words] as const)));

/** As an answer's and a state's words begin: `WhatsApp answered 400: 131026 …`, `131026 …`, `Twilio 30003 …`. */
const codeIn = /^(?:(?:WhatsApp|Twilio) (?:answered \d{3}: )?)?(\d{1,6})\b/;

/** The error of a message that waited in vain for a new token. */
export const tokenRefused: FailureWords = "the provider refused the token, and a day has passed";

/** What the code in the error of a WhatsApp message or an SMS means, or an error of ours that stands for it; null: it has none that is known. */
export function explainedCode(error: string): ExplainedCode | null {
  if (error === tokenRefused) return { meaning: "il fornitore non accetta l'accesso dello studio", remedy: newAccess };
  const code = codeIn.exec(error)?.[1];
  return code === undefined ? null : (byCode.get(Number(code)) ?? null);
}

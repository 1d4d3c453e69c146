/** An app's request that somebody is looking at. */
export interface Approval {
  uid: string;
  client: AskingClient;
  /** e-mail address that the app expects to sign in */
  loginHint: string | undefined;
  /** whether the app asked for more than reading */
  asksToChange: boolean;
  /** who gave a password for this very request; null: nobody yet */
  userId: string | null;
  /** whether it was answered, which can't be done twice */
  isAnswered: boolean;
  /** where the answer is made into a redirect to the app */
  returnTo: string;
  /** of the OAuth request */
  resources: string[];
}

interface AskingClient {
  id: string;
  /** null: none that can be shown */
  name: string | null;
  /** the host of the document that describes the app, which was fetched from there; null: it registered itself */
  publishedAt: string | null;
  /** host, or the scheme of an app's own */
  redirectHost: string;
  /** whether the answer goes to the reader's own computer, where any program may wait for it */
  isLocal: boolean;
}

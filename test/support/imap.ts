import hoodiecrow, { type Hoodiecrow } from "hoodiecrow-imap";
import { listening } from "./listening.js";

export interface ImapForTests {
  /** with the login in it */
  url: string;
  /** how many clients are connected */
  readonly connections: number;
  append(raw: Buffer | string, arrivedAt?: Date): void;
  /** whether any mail was marked, moved or deleted */
  readonly isTouched: boolean;
  setPassword(password: string): void;
  /** As a server that was set up anew: the same mails have other UIDs. */
  renumber(): void;
  /** As a mailbox that was made again, empty: its UIDs begin anew, and its UIDVALIDITY stays. */
  remake(): void;
  dropConnections(): void;
  /** Says to all clients that it is about to go, and leaves their connections open. */
  takeLeave(): void;
  close(): Promise<void>;
}

/** The server would go on waiting for half an hour for a client that went away while it idled. */
function endIdling(server: Hoodiecrow): void {
  server.connectionHandlers.push((connection) => {
    connection.socket.once("close", () => (connection.inputHandler || undefined)?.("DONE"));
  });
}

/** A real IMAP server on a free loopback port, with one mailbox. */
export async function startImap({
  idle = true,
  password = "segreta",
  user = "studio@studio.test",
} = {}): Promise<ImapForTests> {
  const server = hoodiecrow({
    plugins: ["ID", "AUTH-PLAIN", "SASL-IR", "LITERALPLUS", ...(idle ? ["IDLE"] : []), endIdling],
    users: { [user]: { password } },
    storage: { INBOX: { messages: [] } },
  });
  const { port, sockets, close } = await listening(server.server);
  let appended = 0;
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `imap://${encodeURIComponent(user)}:${password}@127.0.0.1:${port}`,
    get connections() {
      return sockets.size;
    },
    append(raw, arrivedAt) {
      appended += 1;
      server.appendMessage("INBOX", [], arrivedAt ?? new Date(), Buffer.from(raw).toString("latin1"));
    },
    get isTouched() {
      const { messages } = server.getMailbox("INBOX");
      return messages.length !== appended || messages.some(({ flags }) => flags.length > 0);
    },
    setPassword(changed) {
      (server.users[user] as { password: string }).password = changed;
    },
    renumber() {
      const mailbox = server.getMailbox("INBOX");
      mailbox.uidvalidity += 1;
      for (const message of mailbox.messages) message.uid += 1000;
      mailbox.uidnext += 1000;
      dropConnections();
    },
    remake() {
      const mailbox = server.getMailbox("INBOX");
      mailbox.messages.splice(0);
      mailbox.uidnext = 1;
      appended = 0;
      dropConnections();
    },
    dropConnections,
    takeLeave() {
      for (const socket of sockets) socket.write("* BYE Autologout\r\n");
    },
    close,
  };
}

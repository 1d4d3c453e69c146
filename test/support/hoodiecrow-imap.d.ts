declare module "hoodiecrow-imap" {
  import type { Server, Socket } from "node:net";

  interface Message {
    uid: number;
    flags: string[];
    raw: string;
  }
  interface Mailbox {
    uidvalidity: number;
    uidnext: number;
    messages: Message[];
  }
  interface Connection {
    socket: Socket;
    /** takes the next line while the client idles */
    inputHandler?: ((line: string) => void) | false;
  }
  export interface Hoodiecrow {
    server: Server;
    connectionHandlers: ((connection: Connection) => void)[];
    users: Record<string, { password: string }>;
    getMailbox(path: string): Mailbox;
    /** `raw` has one character for each byte */
    appendMessage(mailbox: string, flags: string[], internalDate: string | Date | false, raw: string): unknown;
  }
  export default function hoodiecrow(options: {
    plugins: (string | ((server: Hoodiecrow) => void))[];
    users: Record<string, { password: string }>;
    storage: Record<string, object>;
  }): Hoodiecrow;
}

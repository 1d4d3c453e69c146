import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What one connection has under way: its latest answer, and how many requests wait behind others. */
interface Line {
  latest: ServerResponse;
  waiting: number;
}

/** A connection that has more requests wait than that is closed: no client sends so many ahead. */
const mostWaiting = 250;

/**
 * Begins with what a client sends on a connection (pipelines) only once its request before is answered, and never once it has left. Node would
 * begin with all of them at once, and tells nobody that a client left whose answer had not come to its turn: what is held for that answer
 * would be held for good. Meanwhile no more is read of the connection, and others have their turn between two of its requests.
 */
export function oneAfterAnother(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  return (request, answer) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, { latest: answer, waiting: 0 });
      return handle(request, answer);
    }
    const before = line.latest;
    line.latest = answer;
    if (before.closed) return handle(request, answer);
    // Node continues with everything it has read, even from a closed connection.
    if (socket.destroyed) return;
    if (++line.waiting > mostWaiting) return void socket.destroy();
    socket.pause();
    before.once("close", () => {
      if (socket.destroyed) return;
      setImmediate(() => {
        // Whatever still arrives is the rest of the last request.
        if (--line.waiting === 0) socket.resume();
        if (!socket.destroyed) handle(request, answer);
      });
    });
  };
}

import type { IncomingMessage, RequestListener } from "node:http";

const pieceBytes = 4 * 1024;

/**
 * Passes on what a client divides into chunks in pieces of 4 kB, and at the end of each round of the event loop. A megabyte in chunks of one byte would be a million
 * pieces, each with an event and an object of its own, for seconds and in hundreds of megabytes.
 */
export const inLargerPieces =
  (handle: RequestListener): RequestListener =>
  (request, answer) => {
    if (request.headers["transfer-encoding"] !== undefined) gather(request);
    handle(request, answer);
  };

function gather(request: IncomingMessage): void {
  const push = request.push.bind(request);
  let gathered = Buffer.alloc(0);
  let used = 0;
  const pass = (): boolean => {
    if (used === 0) return true;
    const piece = gathered.subarray(0, used);
    gathered = Buffer.alloc(0);
    used = 0;
    return push(piece);
  };
  const passLater = (): void => {
    // As Node does when it passes on a piece itself.
    if (!pass()) request.socket.pause();
  };
  request.push = (chunk: Buffer | null): boolean => {
    if (chunk === null || chunk.length > pieceBytes / 4) {
      pass();
      return push(chunk);
    }
    const isFree = used + chunk.length <= pieceBytes || pass();
    if (used === 0) {
      gathered = Buffer.allocUnsafeSlow(pieceBytes);
      setImmediate(passLater);
    }
    gathered.set(chunk, used);
    used += chunk.length;
    return isFree;
  };
}

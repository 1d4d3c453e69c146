import type { IncomingMessage, RequestListener } from "node:http";

const pieceBytes = 4 * 1024;
/** Only chunks smaller than this are put together. */
const smallBytes = pieceBytes / 4;
/** So many small chunks in one round of the event loop are what a careless program sends, and take 3 ms. */
const mostAtOnce = 500;
/** Of more, each takes its connection as long: four times what Node needs for it, so that all of them together leave most of the time to others. */
const msOfEach = 0.02;

/** Until when connections have their time for small chunks, one after the other. */
let pacedUntil = 0;

function pauseMs(smallChunks: number): number {
  if (smallChunks <= mostAtOnce) return 0;
  const now = performance.now();
  pacedUntil = Math.max(now, pacedUntil) + smallChunks * msOfEach;
  return pacedUntil - now;
}

/**
 * Passes on what a client divides into chunks in pieces of 4 kB, once in a round of the event loop, and reads no more of a connection for a while that brings
 * thousands. A megabyte in chunks of one byte would be a million pieces, each with an event and an object of its own, for seconds and in hundreds of megabytes.
 */
export const inLargerPieces =
  (handle: RequestListener): RequestListener =>
  (request, answer) => {
    if (request.headers["transfer-encoding"] !== undefined) gather(request);
    handle(request, answer);
  };

/** Replaces the callback that Node calls with each chunk, and the function that asks Node for more. */
function gather(request: IncomingMessage): void {
  const push = request.push.bind(request);
  const read = request._read.bind(request);
  /** null: the end */
  const waiting: (Buffer | null)[] = [];
  /** of the last piece, if it has room for more */
  let used: number | null = null;
  let smallChunks = 0;
  let isHeld = false;

  const endPiece = (): void => {
    const last = waiting.at(-1);
    if (last && used !== null) waiting[waiting.length - 1] = last.subarray(0, used);
    used = null;
  };
  const pass = (): void => {
    isHeld = false;
    endPiece();
    let goesOn = true;
    // After the end comes the next request.
    for (const piece of waiting.splice(0)) goesOn = push(piece) || piece === null;
    if (goesOn) read(0);
    else request.socket.pause();
  };
  const endRound = (): void => {
    const ms = pauseMs(smallChunks);
    smallChunks = 0;
    isHeld = ms > 0;
    if (!isHeld) pass();
    else {
      request.socket.pause();
      setTimeout(pass, ms);
    }
  };
  request._read = (bytes) => {
    if (!isHeld) read(bytes);
  };
  request.push = (chunk: Buffer | null): boolean => {
    if (waiting.length === 0 && (chunk === null || chunk.length >= smallBytes)) return push(chunk);
    if (waiting.length === 0 && !isHeld) setImmediate(endRound);
    if (chunk === null || chunk.length >= smallBytes) {
      endPiece();
      waiting.push(chunk);
      return true;
    }
    smallChunks++;
    if (used === null || used + chunk.length > pieceBytes) {
      endPiece();
      waiting.push(Buffer.allocUnsafeSlow(pieceBytes));
      used = 0;
    }
    waiting.at(-1)?.set(chunk, used);
    used += chunk.length;
    return true;
  };
}

const everyMs = 20;

/** Sends a request every 20 ms, whether or not those before are answered. @returns a function that ends it, with what each took in ms */
export function steadyReads(read) {
  const times = [];
  const timer = setInterval(async () => {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }, everyMs);
  return () => {
    clearInterval(timer);
    return times;
  };
}

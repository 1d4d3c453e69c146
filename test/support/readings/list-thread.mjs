import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { readPriceList } from "../../../dist/formats/price-lists/read-price-list.js";

async function read() {
  let count = 0;
  try {
    const reading = await readPriceList(createReadStream(workerData, { highWaterMark: 1024 * 1024 }));
    for await (const entries of reading.entries) count += entries.length;
    return `${count} entries`;
  } catch (error) {
    if (error.name === "UnreadableFile") return error.code;
    throw error;
  }
}

parentPort.postMessage(await read());

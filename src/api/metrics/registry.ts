import { collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** All metrics of this process. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

export const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] });

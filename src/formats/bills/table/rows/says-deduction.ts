/** Whether words say that what they stand beside is taken off. */
export const saysDeduction = (text: string): boolean =>
  /\b(dedurre|deduce|deduzione|detrarre|detrae|detrazione)\b/i.test(text);

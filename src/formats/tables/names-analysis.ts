const analysis =
  /^(?:schede? (?:di )?)?analisi(?: n)?(?: \d+)*$|\banalisi (?:(?:dei|di|nuovi|del) )*(?:prezz[io]|cost[io]|np|n p|ap)\b/;

/**
 * Whether a sheet's name, as headings are normalized, says that it has what prices are made of. Works and rooms are named so too:
 * `Analisi chimiche`, `Laboratorio analisi`.
 */
export const namesAnalysis = (name: string): boolean => analysis.test(name);

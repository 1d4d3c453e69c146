/** Lines of a generated bill: so many sections of 100 lines, each with three measurement rows. */
export function billLines(sections) {
  const row = (n) => ({
    desc: `parete ${n % 7}`,
    count: (n % 3) + 1,
    length: (320 + 10 * (n % 50)) / 100,
    width: 0.3,
    height: 2.7,
  });
  const line = (n) => ({
    type: "line",
    code: `E.01.${String(n).padStart(5, "0")}`,
    desc: `Muratura in laterizio alveolato dello spessore di cm ${20 + (n % 20)}, compresi malta, sfridi e ponteggi, voce ${n}`,
    unit: "m³",
    price: 182.5 + (n % 100) / 4,
    measurements: [row(n), row(n + 1), row(n + 2)],
  });
  return Array.from({ length: sections }, (_, section) => ({
    type: "section",
    title: `Capitolo ${section + 1}`,
    children: Array.from({ length: 100 }, (_, n) => line(section * 100 + n)),
  }));
}

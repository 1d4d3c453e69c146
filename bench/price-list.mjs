// A generated price list, with the words of real ones and thousands of invented words, which are as rare as product names.
import { randomNumbers, wordList } from "./search/random.mjs";
import { spellings, takeSome, wordsOf } from "./search/spellings.mjs";

const works = wordList`fornitura posa demolizione rimozione scavo rinterro intonaco tinteggiatura verniciatura impermeabilizzazione isolamento muratura pavimentazione rivestimento carotaggio perforazione consolidamento ripristino sostituzione montaggio smontaggio trasporto conferimento casseratura armatura getto massetto sottofondo controsoffitto tramezzatura sabbiatura idrolavaggio stuccatura rasatura sigillatura saldatura zincatura levigatura lucidatura puntellamento ponteggio recinzione segnaletica drenaggio fognatura tubazione canalizzazione cablaggio illuminazione climatizzazione riscaldamento ventilazione`;
const materials = wordList`calcestruzzo cemento malta laterizio mattoni pietra marmo granito travertino porfido ceramica gres cotto legno abete rovere castagno acciaio alluminio rame zinco piombo ghisa vetro policarbonato polietilene polipropilene polistirene poliuretano sughero cartongesso gesso calce pozzolana argilla sabbia ghiaia pietrisco bitume asfalto guaina membrana resina epossidica silicone gomma linoleum moquette parquet tegole coppi ardesia lamiera fibrocemento vermiculite perlite lana roccia velocità umidità qualità città unità profondità densità conducibilità`;
const qualities = wordList`armato precompresso alleggerito prefabbricato strutturale portante esterno interno verticale orizzontale inclinato continuo discontinuo traspirante idrorepellente ignifugo fonoassorbente termoisolante antisdrucciolo carrabile pedonale verniciato zincato satinato lucido opaco naturale sintetico composito stratificato monolitico modulare regolabile rinforzato`;
const common = wordList`compreso ogni onere e magistero per dare il lavoro finito a regola d'arte nonché il carico lo scarico e il trasporto alle pubbliche discariche`;
const syllables = wordList`ba be bi bo ca co da de di do fa fe fi fo ga go la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo zi gra pre tra stra bri cla fle spe sco`;
const inventedWords = 6_000;

/** @param seed the same seed gives the same list */
export function priceList(seed) {
  const numbers = randomNumbers(seed);
  const { random, below, pick } = numbers;
  // The square makes some words common and most rare.
  const pickSkewed = (all) => all[Math.floor(random() ** 2 * all.length)];
  const rare = Array.from({ length: inventedWords }, () =>
    Array.from({ length: 3 + below(2) }, () => pick(syllables)).join(""),
  );
  let number = 0;

  function entry() {
    const n = number++;
    const code = `${String(n % 30).padStart(2, "0")}.${"ABCEP"[n % 5]}${String(10 + (n % 80))}.${String(Math.floor(n / 1_000)).padStart(3, "0")}.${String(n % 1_000).padStart(3, "0")}`;
    const parts = [
      pickSkewed(works),
      "di",
      pickSkewed(works),
      "in",
      pickSkewed(materials),
      pickSkewed(qualities),
      pickSkewed(rare),
      "e",
      pickSkewed(materials),
      pickSkewed(rare),
      `spessore ${below(60)} mm`,
      pickSkewed(qualities),
      pickSkewed(rare),
      `DN ${50 * (1 + below(30))}`,
      ...common.slice(0, below(common.length)),
    ];
    const category = `${pick(works)} e ${pick(works)}`.toUpperCase();
    return {
      code,
      category,
      description: parts.join(" "),
      unit: pick(["m²", "m³", "m", "kg", "cad"]),
      price: below(1e6) / 100,
    };
  }

  /** Makes queries from entries: by kind, so many texts. */
  function queries(entries, count) {
    const ofWords = (write) => () => {
      const words = wordsOf(pick(entries).description, 6).filter((word) => !common.includes(word));
      return write(takeSome(numbers, words, 4)).join(" ");
    };
    const makers = {
      ...Object.fromEntries(Object.entries(spellings(numbers)).map(([kind, write]) => [kind, ofWords(write)])),
      codes: () => pick(entries).code,
      common: () =>
        `${pick(common.filter((word) => word.length > 5))} ${random() < 0.5 ? pick(works.slice(0, 3)) : ""}`,
    };
    return Object.fromEntries(
      Object.entries(makers).map(([kind, make]) => [kind, Array.from({ length: count }, make)]),
    );
  }

  return { entries: (count) => Array.from({ length: count }, entry), queries };
}

/** Entries from the price lists of Piemonte 2023, Puglia 2026, Campania 2024, Toscana 2025 (CC BY) and Umbria 2025, some shortened. */
export const entries = [
  {
    code: "08.P25.F82.020",
    category: "Fognature",
    description:
      "Fornitura tubazioni in PEAD strutturato di tipo spiralato, rigidezza circonferenziale SR 24 16 kN/m2, aventi parete interna liscia con cavita' circolari atte al miglioramento del momento d'inerzia, DN 1000",
    unit: "m",
    price: 318.46,
  },
  {
    code: "08.P25.F82.025",
    category: "Fognature",
    description:
      "Fornitura tubazioni in PEAD strutturato di tipo spiralato, rigidezza circonferenziale SR 24 16 kN/m2, aventi parete interna liscia con cavita' circolari atte al miglioramento del momento d'inerzia, DN 1200",
    unit: "m",
    price: 451.69,
  },
  {
    code: "08.P25.F83.010",
    category: "Fognature",
    description:
      "Pozzetti di compensazione in polietilene per tratti fognari con alta velocità di flusso - diametro interno pari a 1000 mm BASE SEMISFERICA - H 100 CM",
    unit: "cad",
    price: 501.4,
  },
  {
    code: "PUG2026/01.E01.001.001",
    category: "SCAVI, RINTERRI, ESPURGHI E GESTIONE DEI MATERIALI DI RISULTA",
    description:
      "Scavo a sezione aperta effettuato con mezzi meccanici compresa la rimozione di arbusti e ceppaie, la profilatura delle pareti, in rocce sciolte (argilla, sabbia, ghiaia, terreno vegetale e simili o con trovanti fino ad 1 mc)",
    unit: "m³",
    price: 8.6300000000000008,
  },
  {
    code: "PUG2026/01.E01.001.007",
    category: "SCAVI, RINTERRI, ESPURGHI E GESTIONE DEI MATERIALI DI RISULTA",
    description:
      "Scavo a sezione aperta effettuato con mezzi meccanici compresa la rimozione di arbusti e ceppaie, in roccia calcarea o simile, stratificata, scavabile con benna da roccia",
    unit: "m³",
    price: 17.04,
  },
  {
    code: "CAM24_A00.010.105.A",
    category: "RESTAURO - ANALISI PRELIMINARI, CONOSCITIVI E DOCUMENTALI",
    description:
      "Colorimetria a riflettanza: esecuzione di una misura colorimetrica a riflettanza per valutare in modo oggettivo l'aspetto cromatico e le eventuali variazioni",
    unit: "cad",
    price: 87.07,
  },
  {
    code: "CAM24_A00.020.200.B",
    category: "RESTAURO - ANALISI PRELIMINARI, CONOSCITIVI E DOCUMENTALI",
    description: "Carotaggio e lettura della carota: esecuzione di carotaggio nelle murature, oltre un 1 metro",
    unit: "ml",
    price: 252.5,
  },
  {
    code: "TOS25_18.W01.001.002",
    category: "INDAGINI GEOGNOSTICHE",
    description: "Ricerca ed individuazione propedeutiche ai sondaggi di beni di interesse archeologico",
    unit: "a corpo",
    price: 1467.4,
  },
  {
    code: "1.1.10",
    category: "SONDAGGI GEOGNOSTICI A ROTAZIONE",
    description:
      "TRASPORTO E APPRONTAMENTO DELL'ATTREZZATURA DI PERFORAZIONE A ROTAZIONE. Sono compresi: il trasporto di andata e ritorno, dalla sede legale al cantiere; il carico, lo scarico; il personale necessario.",
    unit: "cad",
    price: 1125,
  },
  {
    code: "NP.001",
    category: "Opere in calcestruzzo",
    description: "Calcestruzzo a prestazione garantita C25/30, classe di esposizione XC2, impermeabilizzazione esclusa",
    unit: "m³",
    price: 148.2,
    notes: "escluse le casseforme",
  },
];

import { OTHER_NAMES } from './place-names.values.ts'

/** A town with its coordinates. @unit lat, lon in degrees */
export type Place = {
  readonly name: string
  readonly country: string
  readonly lat: number
  readonly lon: number
}

/**
 * The gazetteer: prefectures and towns of France above some 40,000 people, capitals and large towns
 * of the countries around. Name, latitude, longitude, by country. Coordinates are rounded to a
 * kilometre: a radius is larger.
 */
const TOWNS: Readonly<Record<string, string>> = {
  FR: `Paris 48.86 2.35|Marseille 43.30 5.37|Lyon 45.76 4.84|Toulouse 43.60 1.44|Nice 43.70 7.27
Nantes 47.22 -1.55|Montpellier 43.61 3.88|Strasbourg 48.57 7.75|Bordeaux 44.84 -0.58
Lille 50.63 3.06|Rennes 48.11 -1.68|Reims 49.26 4.03|Toulon 43.12 5.93|Saint-Étienne 45.44 4.39
Le Havre 49.49 0.11|Grenoble 45.19 5.72|Dijon 47.32 5.04|Angers 47.47 -0.55|Villeurbanne 45.77 4.88
Nîmes 43.84 4.36|Clermont-Ferrand 45.78 3.09|Aix-en-Provence 43.53 5.45|Le Mans 48.01 0.20
Brest 48.39 -4.49|Tours 47.39 0.69|Amiens 49.89 2.30|Annecy 45.90 6.13|Limoges 45.83 1.26
Metz 49.12 6.18|Besançon 47.24 6.02|Perpignan 42.69 2.89|Orléans 47.90 1.91|Rouen 49.44 1.10
Mulhouse 47.75 7.34|Caen 49.18 -0.37|Nancy 48.69 6.18|Saint-Denis 48.94 2.36|Argenteuil 48.95 2.25
Montreuil 48.86 2.44|Roubaix 50.69 3.17|Tourcoing 50.72 3.16|Dunkerque 51.03 2.38|Avignon 43.95 4.81
Poitiers 46.58 0.34|Nanterre 48.89 2.21|Versailles 48.80 2.13|Créteil 48.79 2.46|Pau 43.30 -0.37
La Rochelle 46.16 -1.15|Calais 50.95 1.86|Cannes 43.55 7.01|Antibes 43.58 7.12|Colmar 48.08 7.36
Bourges 47.08 2.40|Quimper 47.99 -4.10|Valence 44.93 4.89|Lorient 47.75 -3.37|Vannes 47.66 -2.76
Troyes 48.30 4.08|Niort 46.32 -0.46|Chambéry 45.57 5.92|Montauban 44.02 1.35|Béziers 43.34 3.22
Bayonne 43.49 -1.47|Biarritz 43.48 -1.56|Saint-Nazaire 47.27 -2.21|Cholet 47.06 -0.88
Laval 48.07 -0.77|La Roche-sur-Yon 46.67 -1.43|Évreux 49.02 1.15|Chartres 48.45 1.49
Blois 47.59 1.33|Châteauroux 46.81 1.69|Angoulême 45.65 0.16|Périgueux 45.18 0.72|Agen 44.20 0.62
Mont-de-Marsan 43.89 -0.50|Tarbes 43.23 0.08|Auch 43.65 0.59|Albi 43.93 2.15|Castres 43.61 2.24
Rodez 44.35 2.57|Cahors 44.45 1.44|Aurillac 44.93 2.44|Brive-la-Gaillarde 45.16 1.53
Tulle 45.27 1.77|Guéret 46.17 1.87|Moulins 46.57 3.33|Vichy 46.13 3.43|Nevers 46.99 3.16
Auxerre 47.80 3.57|Mâcon 46.31 4.83|Chalon-sur-Saône 46.78 4.85|Lons-le-Saunier 46.67 5.55
Belfort 47.64 6.86|Vesoul 47.62 6.16|Épinal 48.17 6.45|Bar-le-Duc 48.77 5.16|Verdun 49.16 5.38
Thionville 49.36 6.17|Charleville-Mézières 49.77 4.72|Châlons-en-Champagne 48.96 4.36
Chaumont 48.11 5.14|Laon 49.56 3.62|Saint-Quentin 49.85 3.29|Beauvais 49.43 2.08
Compiègne 49.42 2.83|Arras 50.29 2.78|Lens 50.43 2.83|Valenciennes 50.36 3.52
Boulogne-sur-Mer 50.73 1.61|Cherbourg 49.63 -1.62|Saint-Lô 49.12 -1.09|Alençon 48.43 0.09
Saint-Malo 48.65 -2.03|Saint-Brieuc 48.51 -2.77|Évry 48.63 2.44|Melun 48.54 2.66|Meaux 48.96 2.88
Pontoise 49.05 2.10|Cergy 49.04 2.06|Bobigny 48.91 2.44|Boulogne-Billancourt 48.84 2.24
Courbevoie 48.90 2.26|La Défense 48.89 2.24|Massy 48.73 2.27|Bourg-en-Bresse 46.20 5.23
Roanne 46.04 4.07|Vienne 45.53 4.87|Le Puy-en-Velay 45.04 3.88|Privas 44.74 4.60|Gap 44.56 6.08
Digne-les-Bains 44.09 6.24|Mende 44.52 3.50|Alès 44.12 4.08|Arles 43.68 4.63|Carcassonne 43.21 2.35
Narbonne 43.18 3.00|Sète 43.40 3.70|Foix 42.97 1.61|Draguignan 43.54 6.46|Fréjus 43.43 6.74
Ajaccio 41.92 8.74|Bastia 42.70 9.45|Sophia Antipolis 43.62 7.05`,
  BE: `Bruxelles 50.85 4.35|Anvers 51.22 4.40|Liège 50.63 5.57|Gand 51.05 3.72|Namur 50.47 4.87
Charleroi 50.41 4.44`,
  CH: `Genève 46.20 6.14|Lausanne 46.52 6.63|Zurich 47.38 8.54|Berne 46.95 7.45|Bâle 47.56 7.59
Neuchâtel 46.99 6.93|Fribourg 46.81 7.16`,
  LU: `Luxembourg 49.61 6.13`,
  MC: `Monaco 43.74 7.42`,
  DE: `Berlin 52.52 13.40|München 48.14 11.58|Hamburg 53.55 9.99|Köln 50.94 6.96|Frankfurt 50.11 8.68
Stuttgart 48.78 9.18|Düsseldorf 51.23 6.77|Leipzig 51.34 12.37|Nürnberg 49.45 11.08
Freiburg 47.99 7.85|Saarbrücken 49.23 7.00`,
  ES: `Madrid 40.42 -3.70|Barcelona 41.39 2.17|Valencia 39.47 -0.38|Sevilla 37.39 -5.98|Bilbao 43.26 -2.93
Málaga 36.72 -4.42`,
  IT: `Roma 41.90 12.50|Milano 45.46 9.19|Torino 45.07 7.69|Genova 44.41 8.93|Bologna 44.49 11.34
Firenze 43.77 11.26|Napoli 40.85 14.27`,
  GB: `London 51.51 -0.13|Manchester 53.48 -2.24|Edinburgh 55.95 -3.19|Bristol 51.45 -2.59
Birmingham 52.49 -1.89`,
  IE: `Dublin 53.35 -6.26`,
  NL: `Amsterdam 52.37 4.90|Rotterdam 51.92 4.48|Utrecht 52.09 5.12|Eindhoven 51.44 5.47`,
  PT: `Lisboa 38.72 -9.14|Porto 41.15 -8.61`,
  AT: `Wien 48.21 16.37`,
  DK: `København 55.68 12.57`,
  SE: `Stockholm 59.33 18.07`,
  PL: `Warszawa 52.23 21.01`,
  CA: `Montréal 45.50 -73.57|Québec 46.81 -71.21|Toronto 43.65 -79.38`,
  MA: `Casablanca 33.57 -7.59|Rabat 34.02 -6.83`,
  TN: `Tunis 36.81 10.18`,
  SN: `Dakar 14.72 -17.47`,
}

const EARTH_KM = 6371

const PLAIN: Readonly<Record<string, string>> = { ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss' }
const SAINT: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte' }

/**
 * Without case, accents, hyphens and arrondissement numbers: « Saint-Étienne (42) » is « saint
 * etienne 42 ».
 */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[øœæß]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{N}])(st|ste)(?= \p{L})/gu, (short) => SAINT[short] ?? short)
    .trim()

const places: readonly (Place & { readonly key: string })[] = Object.entries(TOWNS).flatMap(
  ([country, towns]) =>
    towns.split(/[|\n]/).map((town) => {
      const [, name = '', lat, lon] = /^(.+) (-?[\d.]+) (-?[\d.]+)$/.exec(town) ?? []
      return { name, country, lat: Number(lat), lon: Number(lon), key: folded(name) }
    }),
)
const byName = new Map(places.map((place) => [place.name, place]))
const byKey = new Map([
  ...Object.entries(OTHER_NAMES).flatMap(([name, others]) => {
    const place = byName.get(name)
    return place === undefined
      ? []
      : others.split('|').map((other) => [folded(other), place] as const)
  }),
  ...places.map((place) => [place.key, place] as const),
])
/** The most words of a town's name in the gazetteer. */
const MOST_WORDS = 4

/** Towns whose name begins with the text, or has a word that does; ten at most. */
export function placesLike(text: string): readonly Place[] {
  const wanted = folded(text)
  if (wanted === '') return []
  const starting = places.filter(({ key }) => key.startsWith(wanted))
  const within = places.filter(({ key }) => !key.startsWith(wanted) && key.includes(` ${wanted}`))
  return [...starting, ...within]
    .slice(0, 10)
    .map(({ name, country, lat, lon }) => ({ name, country, lat, lon }))
}

/**
 * The first town of the gazetteer that a text such as « 69003 Lyon, France » names; null when none
 * is known.
 */
export function placeIn(text: string): Place | null {
  const words = folded(text).split(' ')
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length--)
    for (let start = 0; start + length <= words.length; start++) {
      const found = byKey.get(words.slice(start, start + length).join(' '))
      if (found !== undefined) return found
    }
  return null
}

/** The towns of a text that names several: « Paris, Lyon ou Nantes ». */
export const placesIn = (text: string): readonly Place[] => [
  ...new Set(
    text
      .split(/[,;/|\n]|\s(?:ou|et|or|and|oder|und|o|y|e)\s/u)
      .flatMap((part) => placeIn(part) ?? []),
  ),
]

/** Labels of a place of work, in the six languages. */
const PLACE_LABEL =
  /^[\s•*-]*(?:lieu|lieu de (?:travail|mission)|localisation|ville|location|place of work|based in|city|standort|ort|einsatzort|arbeitsort|ubicaci[oó]n|lugar(?: de trabajo)?|ciudad|sede(?: di lavoro)?|luogo(?: di lavoro)?|citt[aà]|مكان العمل|الموقع|المدينة)\s*[:：]\s*(.{2,80})$/imu

/** The place of work that a line of a text is labelled with, as it is written; empty for none. */
export function labelledPlace(text: string): string {
  const written = PLACE_LABEL.exec(text.slice(0, 20_000))?.[1]?.trim() ?? ''
  return placeIn(written) === null ? '' : written
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Along the earth's surface, by the haversine formula. @unit kilometres */
export function distanceKm(a: Place, b: Place): number {
  const half =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lon - a.lon) / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.sqrt(half))
}

/**
 * Towns of the gazetteer within a distance of a place. @param radius in kilometres; 0 is the place
 * itself
 */
export const townsNear = (at: Place, radius: number): readonly Place[] =>
  radius === 0 ? [at] : places.filter((place) => distanceKm(place, at) <= radius)

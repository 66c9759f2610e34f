import type { WorkMode } from './search-criteria.values.ts'

const HYBRID = /\b(?:hybrides?|hybrid|híbrid[oa]|ibrid[oa])\b|هجين/iu
const REMOTE =
  /t[ée]l[ée]-?travail\w*|full[ -]?remote|\bremot(?:e|ely)\b|à distance|home[ -]?office|\bwfh\b|work from home|teletrabajo|en remoto|remoto|da remoto|telelavoro|lavoro agile|smart working|mobile[sn]? arbeiten|عن بعد|عن بُعد/iu
const ON_SITE =
  /(?<!hors )\b(?:sur site|sur place|présentiel|presentiel|on[ -]?site|in[ -]office|vor ort|präsenz|presencial(?:es)?|in sede|in presenza)\b|حضوري/iu
const NOT =
  /\b(?:pas|aucune?|sans|non|ni|jamais|impossible|exclue?|excluse?|interdit|not|no|never|without|cannot|kein(?:e[nrsm]?)?|nein|nicht|ohne|niemals|unmöglich|ausgeschlossen|sin|ning[uú]n[oa]?|imposible|excluid[oa]|senza|niente|zero|nada|nessun[oa]?|impossibile|esclus[oa])\b|n['’]est|بدون|ليس|غير/iu
/** « Pas seulement » denies nothing. */
const NOT_ONLY =
  /\b(?:pas|non|not|nicht|no) (?:seulement|que|only|nur|sólo|solo|solamente|soltanto)\b/iu
/** A part of the week at home: « 2 jours de télétravail », `50 % remote`. */
const SOME_DAYS =
  /\b(?:[1-4]|un|deux|trois|quatre|one|two|three|four|zwei|drei|vier|dos|tres|due|tre)(?:\s*(?:-|à|to|bis|ou|or)\s*[1-5])?\s*(?:jours?|j\b|days?|tage?n?|d[íi]as?|giorni)/iu
const PARTLY =
  /partiel|occasionnel|ponctuel|partial|partly|occasional|teilweise|gelegentlich|parcial|ocasional|parziale|occasionale|(?<!\d)[1-9]\d\s?%/iu

/** Clauses: what denies a word stands in the same one. */
const clausesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/(\S)\s*:\s*(non|no|nein|0|oui|yes|ja|sí|si)\b/giu, '$1 $2')
    .split(/[.!?;:\n•|()[\]]|\s[-–—]\s|,(?=\s)|\b(?:mais|but|aber|sondern|pero|ma)\b/u)

/**
 * The place of work that a text tells; empty where it tells none. A word that is denied counts for
 * its contrary: « pas de télétravail » is on site.
 */
export function workModeIn(text: string): WorkMode | '' {
  let [isRemote, isDenied, isOnSite] = [false, false, false]
  for (const clause of clausesOf(text.slice(0, 20_000))) {
    const denies = NOT.test(clause.replace(NOT_ONLY, ''))
    if (HYBRID.test(clause) && !denies) return 'hybrid'
    if (REMOTE.test(clause)) {
      if (denies) isDenied = true
      else if (SOME_DAYS.test(clause) || (PARTLY.test(clause) && !/100\s?%/.test(clause)))
        return 'hybrid'
      else isRemote = true
    } else if (ON_SITE.test(clause) && !denies) isOnSite = true
  }
  if (isRemote) return 'remotely'
  return isDenied || isOnSite ? 'onSite' : ''
}

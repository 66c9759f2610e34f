/**
 * The first that a `user-agent` names: browsers of one family name the families they descend from
 * too.
 */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/**
 * A browser and its system, as a `user-agent` says: "Firefox, Windows". Any program may say what it
 * likes there.
 *
 * @returns empty when it names none that is known
 */
export function browserName(agent: string): string {
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => agent.includes(mark))?.[1] ?? []
  return [named(BROWSERS), named(SYSTEMS)].flat().join(', ')
}

/** Figures since the process began, of each user. */
export const FIGURES = ['events', 'bytes', 'seconds'] as const
type Figure = (typeof FIGURES)[number]
type Tally = Record<Figure, number>

/** Users that are told of each figure: those with the most. */
const TOLD = 20
/** Users that are counted; beyond, the half that cost least is forgotten. */
const COUNTED = 10_000

/** Counts the cost of users, in bounded memory and bounded series. */
export function tenantTallies({ told = TOLD, counted = COUNTED } = {}) {
  let tallies = new Map<string, Tally>()

  const largest = (figure: Figure, limit = told): readonly (readonly [string, number])[] =>
    [...tallies]
      .map(([tenant, tally]) => [tenant, tally[figure]] as const)
      .filter(([, value]) => value > 0)
      .sort(([, a], [, b]) => b - a)
      .slice(0, limit)

  function forget(): void {
    const kept = new Set(
      FIGURES.flatMap((figure) => largest(figure, counted / 6).map(([tenant]) => tenant)),
    )
    tallies = new Map([...tallies].filter(([tenant]) => kept.has(tenant)))
  }

  return {
    add(tenant: string, more: Partial<Tally>): void {
      let tally = tallies.get(tenant)
      if (tally === undefined) {
        if (tallies.size >= counted) forget()
        tallies.set(tenant, (tally = { events: 0, bytes: 0, seconds: 0 }))
      }
      for (const figure of FIGURES) tally[figure] += more[figure] ?? 0
    },
    /** The users with the most of a figure, the largest first. */
    largest,
  }
}

/** Choices that are the same for a seed. @source mulberry32 */
export function chanceOf(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    below,
    between: (least: number, most: number): number => least + below(most - least + 1),
    oneOf: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T, // never of an empty list
    shuffled: <T>(all: readonly T[]): readonly T[] =>
      all
        .map((value) => ({ value, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value),
  }
}
export type Chance = ReturnType<typeof chanceOf>

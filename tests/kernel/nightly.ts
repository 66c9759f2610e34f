/** `npm run test:nightly` sets NIGHTLY to its seed; `npm test` runs without it. */
const nightly = process.env['NIGHTLY']

/** Repetitions of a costly test: a few in `npm test`, many at night. */
export const repeated = (counts: { readonly daily: number; readonly nightly: number }): number =>
  nightly === undefined ? counts.daily : counts.nightly

/** Seed of random choices: the night's, or one that stays the same. */
export const SEED = Number(nightly ?? 20_261_127)

/** Random numbers in [0, 1), the same ones for the same seed. */
export function randoms(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296
}

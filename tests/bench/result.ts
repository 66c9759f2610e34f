/** One measured figure and its limit; without one it is told, not judged. */
export type BenchResult = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly atLeast?: number
  readonly atMost?: number
  /** Another measurement of the same run, with its own figures. */
  readonly against?: string
}

export const isMet = ({
  value,
  atLeast = Number.NEGATIVE_INFINITY,
  atMost = Number.POSITIVE_INFINITY,
}: BenchResult): boolean => value >= atLeast && value <= atMost

/** Every bench runs once on little data, to see that it still runs; limits are not judged. */
export const SMOKE = process.env['BENCH_SMOKE'] === 'on'
/** A size, a count or a time of a bench: as it is measured, or that of a smoke run. */
export const sized = (measured: number, small: number): number => (SMOKE ? small : measured)
/** @throws Error outside a smoke run, which goes on without the engine */
export function notRun(missing: string): BenchResult[] {
  if (!SMOKE) throw new Error(missing)
  console.error(`  not run: ${missing}`)
  return []
}

/**
 * The memory flags of `npm start`, which every benchmark of the product uses. The heap grows by two
 * fifths of its live part before the next collection: V8 would let it grow fourfold.
 */
export const MEMORY = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--heap-growing-percent=40',
] as const

/** @param share 0.5 is the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new RangeError('No values, no quantile')
  return value
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** @returns milliseconds it took */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

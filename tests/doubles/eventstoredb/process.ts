import type { Knobs } from './knobs.ts'
import { EventStoreDouble } from './server.ts'

/**
 * The double in a process of its own, like a server. The parent that forks it is told its address,
 * and then asks one question after another.
 */
const double = await new EventStoreDouble().start()

/** Requests of a parent process. */
const asked = {
  /** Turns knobs; the others stay. */
  turn: (knobs: Partial<Knobs>) => void Object.assign(double.knobs, knobs),
  /**
   * The chance that an append's reply is lost, and that it is refused: 0 to 1. The same seed draws
   * the same.
   */
  chaos({
    loses,
    refuses,
    seed,
  }: {
    readonly loses: number
    readonly refuses: number
    readonly seed: number
  }) {
    let state = seed
    const random = () =>
      (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296
    double.knobs.chaos = { loses, refuses, random }
  },
  stop: () => double.stop(),
  start: async () => void (await double.start()),
  /** Occurrences of each event id in the log. */
  copies: () => [...double.log.copies()],
}
export type Asked = typeof asked
export type Question<M extends keyof Asked = keyof Asked> = {
  readonly number: number
  readonly method: M
  readonly argument?: Parameters<Asked[M]>[0]
}
export type Answer = { readonly number: number; readonly result: unknown }

process.on('message', (question: Question) => {
  // the parent's types match them
  const method = asked[question.method] as (argument: unknown) => unknown
  void Promise.resolve(method(question.argument)).then((result) =>
    process.send?.({ number: question.number, result } satisfies Answer),
  )
})
process.on('disconnect', () => process.exit())
process.send?.(double.url)

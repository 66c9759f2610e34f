import { localDay } from '#web/kernel/words/formats.ts'

/** Groups consecutive lines of the same day, in the given order. */
export function byDay<L extends { readonly at: number }>(
  lines: readonly L[],
): { day: number; lines: L[] }[] {
  const days: { day: number; lines: L[] }[] = []
  for (const line of lines) {
    const day = localDay(line.at)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(line)
    else days.push({ day, lines: [line] })
  }
  return days
}

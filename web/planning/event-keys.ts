import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'

/** A thing of the calendar that can be opened: its day among those shown, and its height on it. */
export type Place = { readonly day: number; readonly top: number }

type Step = 'up' | 'down' | 'before' | 'after'

/** Days in a row of the month, whose weeks stand below each other. */
const WEEK = 7

const nearest = (places: readonly Place[], among: readonly number[], top: number): number =>
  among.toSorted(
    (a, b) => Math.abs((places[a]?.top ?? 0) - top) - Math.abs((places[b]?.top ?? 0) - top),
  )[0] ?? -1

/**
 * Target of an arrow. Up and down lead within a day, and from week to week in a month. The others
 * lead to the next day that has something, at the same height.
 *
 * @param step `before` and `after` as the days are drawn, from left to right
 * @returns -1 when nothing lies there
 */
export function neighbour(
  places: readonly Place[],
  at: number,
  step: Step,
  weeksBelow: boolean,
): number {
  const here = places[at]
  if (!here) return -1
  const of = (day: number) => places.flatMap((place, index) => (place.day === day ? [index] : []))
  if (step === 'up' || step === 'down') {
    const own = of(here.day)
    const next = own[own.indexOf(at) + (step === 'down' ? 1 : -1)]
    if (next !== undefined || !weeksBelow) return next ?? -1
    const by = step === 'down' ? WEEK : -WEEK
    const days = places.map(({ day }) => day)
    const [first, last] = [Math.min(...days), Math.max(...days)]
    for (let day = here.day + by; day >= first && day <= last; day += by) {
      const found = of(day)
      if (found.length > 0) return (step === 'down' ? found[0] : found.at(-1)) ?? -1
    }
    return -1
  }
  const days = [...new Set(places.map(({ day }) => day))].toSorted((a, b) => a - b)
  const day = days[days.indexOf(here.day) + (step === 'after' ? 1 : -1)]
  return day === undefined ? -1 : nearest(places, of(day), here.top)
}

const THINGS = '.ev[tabindex], .cal-more, a.mark'

const isMonthIn = (root: HTMLElement): boolean =>
  root.querySelector('.cal-grid[data-view="month"]') !== null

/** Things in the order of their days, each day from above. */
function placed(root: HTMLElement): readonly { element: HTMLElement; place: Place }[] {
  const isMonth = isMonthIn(root)
  const rtl = document.documentElement.dir === 'rtl'
  const days = [...root.querySelectorAll(isMonth ? '.cal-cell' : '.cal-lane')]
    .map((day) => day.getBoundingClientRect())
    // From left to right in every language, as the arrows go.
    .toSorted((a, b) => (isMonth ? Math.round(a.top - b.top) : 0) || a.left - b.left)
  return [...root.querySelectorAll<HTMLElement>(THINGS)]
    .map((element) => {
      const { left, right, top, height, width } = element.getBoundingClientRect()
      // An event of several days belongs to its first one.
      const inset = Math.min(8, width / 2)
      const x = rtl ? right - inset : left + inset
      const y = top + height / 2
      const day = days.findIndex(
        (one) => one.left <= x && x < one.right && (!isMonth || (one.top <= y && y < one.bottom)),
      )
      return { element, place: { day, top } }
    })
    .toSorted((a, b) => a.place.day - b.place.day || a.place.top - b.place.top)
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'before',
  ArrowRight: 'after',
}

/**
 * One tab stop for all that the calendar shows. Arrows move between days and within them, Home and
 * End to the first and the last. Beyond the last day the screen's own arrows go on to the next
 * period.
 */
export function useEventKeys() {
  const root = useRef<HTMLDivElement>(null)
  /** Last place of the focus; before, the first event is the tab stop. */
  const stop = useRef<HTMLElement | null>(null)
  /** The arrow that left the period. */
  const entering = useRef<Step | null>(null)
  const settle = useCallback(() => {
    const things = [...(root.current?.querySelectorAll<HTMLElement>(THINGS) ?? [])]
    const isHere = stop.current !== null && things.includes(stop.current)
    const first = things.find((one) => one.matches('.ev')) ?? things[0]
    for (const one of things) {
      const index = one === (isHere ? stop.current : first) ? 0 : -1
      if (one.tabIndex !== index) one.tabIndex = index
    }
    if (entering.current === null || things.length === 0 || root.current === null) return
    // The screen went on to the next period, and the focused event with the last one.
    const all = placed(root.current)
    const next = entering.current === 'after' ? all[0] : all.at(-1)
    entering.current = null
    if (document.activeElement === document.body) next?.element.focus()
  }, [])
  useEffect(() => {
    if (!root.current) return
    settle()
    // FullCalendar makes every event that it draws a tab stop.
    const drawn = new MutationObserver(settle)
    drawn.observe(root.current, { childList: true, subtree: true })
    return () => drawn.disconnect()
  }, [settle])
  const focus = (element: HTMLElement | undefined): boolean => {
    element?.focus()
    return element !== undefined
  }
  return {
    ref: root,
    onFocus: ({ target }: { target: EventTarget }) => {
      const thing = (target as Element).closest<HTMLElement>(THINGS) // what has the focus
      if (!thing || thing === stop.current) return
      stop.current = thing
      entering.current = null
      settle()
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (!root.current || altKey || ctrlKey || metaKey || shiftKey) return
      const things = placed(root.current)
      const at = things.findIndex(({ element }) => element === event.target)
      if (at < 0) return
      const step = STEPS[key]
      const target =
        key === 'Home'
          ? things[0]
          : key === 'End'
            ? things.at(-1)
            : step &&
              things[
                neighbour(
                  things.map(({ place }) => place),
                  at,
                  step,
                  isMonthIn(root.current),
                )
              ]
      if (focus(target?.element)) event.preventDefault()
      else entering.current = step === 'before' || step === 'after' ? step : null
    },
  }
}

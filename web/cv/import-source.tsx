import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CvImport, ImportField } from '#contract/cv/cv.schemas.ts'

/**
 * The text of the file: what a field rests on has its number, what found no place is underlined.
 */
export function ImportSource({
  found,
  fields,
  active,
}: {
  found: CvImport
  fields: readonly ImportField[]
  /** The field that the user looks at. */
  active: string
}) {
  const { t } = useTranslation('cv')
  const first = useRef<HTMLParagraphElement>(null)
  const lost = new Set(found.unplaced)
  const numbers = new Map<number, number[]>()
  for (const [index, { lines }] of fields.entries())
    for (const line of lines) numbers.set(line, [...(numbers.get(line) ?? []), index + 1])
  const shown = fields.find(({ id }) => id === active)
  useEffect(() => {
    if (shown) first.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <div className="min-w-0 self-start lg:sticky lg:top-[calc(var(--bar)+16px)]">
      <h2 className="h2 mb-3">{t('import.source')}</h2>
      <section
        className="doc max-h-[70vh] overflow-y-auto px-7 py-6 text-sm leading-6 max-md:max-h-[40vh] max-md:px-4"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard too
        tabIndex={0}
        aria-label={t('import.source')}
      >
        {found.text.split('\n').map((line, at) => {
          const marks = numbers.get(at) ?? []
          const words = line.replaceAll('\t', '   ').trim()
          return (
            <p
              // Lines never move, so an index is a stable key.
              key={at}
              ref={shown?.lines[0] === at ? first : null}
              dir="auto"
              className={clsx(
                'min-h-3 whitespace-pre-wrap',
                shown?.lines.includes(at) && 'font-semibold',
              )}
            >
              {marks.length > 0 ? (
                <span className="from-cv">
                  {words}
                  <sup>{marks.length > 3 ? `${marks[0]}–${marks.at(-1)}` : marks.join(', ')}</sup>
                </span>
              ) : (
                <span className={lost.has(line.replaceAll('\t', ' ').trim()) ? 'lost' : undefined}>
                  {words}
                </span>
              )}
            </p>
          )
        })}
      </section>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { VatPeriod } from '#contract/finance/vat.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { WhyFigure } from '#web/kernel/ui/why.tsx'
import { percentText } from '#web/kernel/words/formats.ts'
import { FormLine } from './form-line.tsx'
import { filledLines, lineNumber, type VatLine } from './vat-lines.ts'

type Line = VatLine & { readonly figure?: string }

/** The figure that a box rests on directly. */
const CA3_FIGURES: Readonly<Record<string, string>> = {
  '08': 'collected-20',
  '09': 'collected-5.5',
  '9B': 'collected-10',
  '10': 'collected-8.5',
  T6: 'collected-2.1',
  '19': 'deductible-fixedAsset',
  '20': 'deductible-other',
  '21': 'late',
  '15': 'late',
}
const CA12_FIGURES: Readonly<Record<string, string>> = {
  '5A': 'collected-20',
  '06': 'collected-5.5',
  '6C': 'collected-10',
  '07': 'collected-8.5',
  '20': 'deductible-other',
  '23': 'deductible-fixedAsset',
  '25': 'late',
  '18': 'late',
}

/** The filled lines of a period's form, with the figure that each rests on. */
function linesOf({ form, boxes, late }: VatPeriod): readonly Line[] {
  const figures = form === 'CA3' ? CA3_FIGURES : CA12_FIGURES
  return filledLines(form, boxes).map((line) => {
    const figure = figures[line.box]
    // Services from abroad stand among those of their rate. The yearly form has a line of its own
    // for them.
    return figure === undefined ||
      (figure === 'late' && late.length === 0) ||
      (form === 'CA12' && figure.startsWith('collected') && boxes['AC'] !== undefined)
      ? line
      : { ...line, figure }
  })
}

/** The lines of the form in whole euros, each to copy, and what is paid on account of a year. */
export function VatBoxes({ period }: { period: VatPeriod }) {
  const { t } = useTranslation('finance')
  const [{ why }, set] = useUrlState({ why: '' })
  const isYear = period.form === 'CA12'
  const lines = linesOf(period)
  // The year was declared before the product filled in its form.
  if (isYear && lines.length === 0 && period.declaredAt !== 0 && period.totalCollected !== 0)
    return (
      <Section name={t('vatScreen.part.form')}>
        <p className="text-ink-muted">{t('vatScreen.ca12')}</p>
      </Section>
    )
  const name = t(isYear ? 'vatScreen.ca12Lines' : 'vatScreen.ca3')
  return (
    <Section name={t('vatScreen.part.form')} title={name}>
      <p className="text-sm text-ink-muted">
        {lines.length === 0
          ? t('vatScreen.nil')
          : t(isYear ? 'vatScreen.roundingYear' : 'vatScreen.rounding')}
      </p>
      <ul className="mt-2 max-w-[760px]" aria-label={name}>
        {lines.map((line) => {
          const { box, word, figure } = line
          const euros = period.boxes[box] ?? 0
          const label = `${lineNumber(box)} ${t(`vatScreen.box.${word}`)}`
          return (
            <FormLine
              key={box}
              number={lineNumber(box)}
              name={t(`vatScreen.box.${word}`)}
              label={label}
              euros={euros}
              {...(figure !== undefined && {
                figure: (value: ReactNode) => (
                  <WhyFigure
                    open={why === figure}
                    label={label}
                    onClick={() => set({ why: why === figure ? '' : figure })}
                  >
                    {value}
                  </WhyFigure>
                ),
              })}
            />
          )
        })}
      </ul>
      <Instalments period={period} />
    </Section>
  )
}

/** Instalments of July and December on account of the year. */
function Instalments({ period: { instalments } }: { period: VatPeriod }) {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  if (instalments.length === 0) return null
  return (
    <div className="mt-5 max-w-[760px]">
      <h3 className="font-semibold">{t('vatScreen.instalments.title')}</h3>
      <p className="text-sm text-ink-muted">{t('vatScreen.instalments.rule')}</p>
      {instalments.map(({ dueDate, sharePct, amount }) => (
        <Leader
          key={dueDate}
          label={
            <>
              {t('vatScreen.instalments.share', { percent: percentText(language, sharePct) })}{' '}
              <DayText at={dueDate} style="long" />
            </>
          }
        >
          <Amount major={amount} />
        </Leader>
      ))}
    </div>
  )
}

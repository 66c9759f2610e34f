import { useTranslation } from 'react-i18next'
import { Copy } from 'lucide-react'
import type { VatPeriod } from '#contract/finance/vat.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { notifyFailure, notifySuccess } from '#web/kernel/data/toasts.ts'
import { Amount, DayText, Figure } from '#web/kernel/ui/values.tsx'
import { WhyFigure } from '#web/kernel/ui/why.tsx'
import { percentText } from '#web/kernel/words/formats.ts'

/** The lines of the form CA3 in its order. */
const CA3_BOXES = [
  'A1',
  'A2',
  'A3',
  'B2',
  'E1',
  'E2',
  'F2',
  '08base',
  '08',
  '09base',
  '09',
  '9Bbase',
  '9B',
  '10base',
  '10',
  '11base',
  '11',
  'T1base',
  'T1',
  'T2base',
  'T2',
  'TCbase',
  'TC',
  'T3base',
  'T3',
  'T4base',
  'T4',
  'T5base',
  'T5',
  'T6base',
  'T6',
  '13base',
  '13',
  '14base',
  '14',
  '15',
  '16',
  '19',
  '20',
  '21',
  '22',
  '23',
  '25',
  '26',
  '27',
  'TD',
  '28',
  '32',
] as const // prettier-ignore
type Ca3Box = (typeof CA3_BOXES)[number]

/**
 * The lines of the form CA12 in its order, each with its word: lines that both forms have share
 * one.
 */
const CA12_BOXES = [
  ['02', 'E1'],
  ['03', 'E2'],
  ['04', 'F2'],
  ['5Abase', '08base'],
  ['5A', '08'],
  ['06base', '09base'],
  ['06', '09'],
  ['6Cbase', '9Bbase'],
  ['6C', '9B'],
  ['07base', '10base'],
  ['07', '10'],
  ['09base', 'specialbase'],
  ['09', 'special'],
  ['10base', '13base'],
  ['10', '13'],
  ['ACbase', 'A3'],
  ['AC', 'abroad'],
  ['16', 'taxed'],
  ['18', '15'],
  ['19', '16'],
  ['20', '20'],
  ['22', 'invoices'],
  ['23', '19'],
  ['24', '22'],
  ['25', '21'],
  ['26', '23'],
  ['28', 'TD'],
  ['29', '25'],
  ['30', 'instalments'],
  ['33', '32'],
  ['34', 'excess'],
  ['35', 'carried'],
  ['57', 'nextBase'],
] as const // prettier-ignore
type Word = Ca3Box | (typeof CA12_BOXES)[number][1]
type Line = { readonly box: string; readonly word: Word; readonly figure?: string }

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

/** The filled lines of a period's form. */
function linesOf({ form, boxes, late }: VatPeriod): readonly Line[] {
  const all: readonly Line[] =
    form === 'CA3'
      ? CA3_BOXES.map((box) => ({ box, word: box, figure: CA3_FIGURES[box] ?? '' }))
      : CA12_BOXES.map(([box, word]) => ({ box, word, figure: CA12_FIGURES[box] ?? '' }))
  return all
    .filter(({ box }) => (boxes[box] ?? 0) !== 0)
    .map(({ figure, ...line }) =>
      // Services from abroad stand among those of their rate. The yearly form has a line of its own
      // for them.
      figure === undefined ||
      figure === '' ||
      (figure === 'late' && late.length === 0) ||
      (form === 'CA12' && figure.startsWith('collected') && boxes['AC'] !== undefined)
        ? line
        : { ...line, figure },
    )
}

/** The lines of the form in whole euros, each to copy, and what is paid on account of a year. */
export function VatBoxes({ period }: { period: VatPeriod }) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { discreet } = usePreferences()
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
  const copy = ({ box, word }: Line) =>
    navigator.clipboard.writeText(String(period.boxes[box] ?? 0)).then(
      // The amount itself stays out of the message: it may be hidden.
      () =>
        notifySuccess(t('kernel:toast.copied'), {
          detail: `${numberOf(box)} ${t(`vatScreen.box.${word}`)}`,
        }),
      (error: Error) => notifyFailure(error),
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
          const value = discreet ? <Amount major={euros} /> : <Figure value={euros} digits={0} />
          return (
            <li key={box} className="flex items-center gap-2 border-b border-line py-1">
              <span className="w-[52px] shrink-0 font-semibold text-ink-muted">
                <bdi className="num">{numberOf(box)}</bdi>
              </span>
              <span className="leader min-w-0 grow">
                <span className="min-w-0">{t(`vatScreen.box.${word}`)}</span>
                <span className="num amt">
                  {figure === undefined ? (
                    value
                  ) : (
                    <WhyFigure
                      open={why === figure}
                      label={`${numberOf(box)} ${t(`vatScreen.box.${word}`)}`}
                      onClick={() => set({ why: why === figure ? '' : figure })}
                    >
                      {value}
                    </WhyFigure>
                  )}
                </span>
              </span>
              <IconButton
                icon={Copy}
                size={15}
                label={t('vatScreen.copy', { box: numberOf(box) })}
                onClick={() => void copy(line)}
              />
            </li>
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

const numberOf = (box: string): string => box.replace('base', '')

import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill, BillPaper } from '#contract/billing.schemas.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { amountParts, minorDigitsOf } from '#web/kernel/words/formats.ts'
import { paperQuery } from './bill.queries.ts'
import type { PaperPart } from './edited-part.ts'
import { TruePage } from './true-page.tsx'

/** Colours of the paper, as in the PDF: black on white in every theme. */
const PAPER = {
  '--ink': '#141c2c',
  '--ink-subtle': '#5b667b',
  '--ink-muted': '#475268',
  '--line': '#e1e6ed',
  color: '#141c2c',
} as React.CSSProperties

/** An amount on the paper, as the paper's language writes it. In discreet mode it is not on the page at all. */
function Money({ major, paper, symbol = true }: { major: number; paper: BillPaper; symbol?: boolean }) {
  const { currency, language } = paper
  const { t } = useTranslation('kernel')
  const { discreet } = usePreferences()
  if (discreet)
    return (
      <bdi dir="ltr" className="amount">
        <span className="sr-only">{t('amount.hidden')}</span>
      </bdi>
    )
  const { lead, whole, cents, tail } = amountParts(language, {
    minor: Math.round(major * 10 ** minorDigitsOf(currency)),
    currency,
    symbol,
  })
  return (
    <bdi dir="ltr" className="num amount">
      {lead}
      {whole}
      <span className="cents">{cents}</span>
      {tail}
    </bdi>
  )
}

/** A price as the paper writes it, to its own decimals. In discreet mode it is not on the page at all. */
function Price({ children }: { children: string }) {
  const { t } = useTranslation('kernel')
  const { discreet } = usePreferences()
  return (
    <bdi dir="ltr" className="num amount">
      {discreet ? <span className="sr-only">{t('amount.hidden')}</span> : children}
    </bdi>
  )
}

/** An amount that ends a text, in any of the paper's languages, and the word that leads to it. */
const AMOUNT_AT_END = /(?:\s\S+)?\s€?\d[\d.,\s]*[.,]\d{2}(?:\s(?!%)\S{1,3})?$/u

/** A text of the paper. An amount in it, such as a rate's base or the share capital, is hidden in discreet mode too. */
function Words({ children }: { children: string }) {
  const { discreet } = usePreferences()
  return <Printed>{discreet ? children.replace(AMOUNT_AT_END, '') : children}</Printed>
}

/** A text whose first of a month is written as in print, « 1er » raised. */
function Printed({ children }: { children: string }) {
  return children.split(/\b1er\b/u).map((part, index) => (
    // The parts of a text never move, so an index is a stable key.
    <Fragment key={index}>
      {index > 0 && (
        <>
          1<sup className="align-[0.3em] text-[0.7em] leading-none">er</sup>
        </>
      )}
      {part}
    </Fragment>
  ))
}

function Paper({ paper, label, edited }: { paper: BillPaper; label: string; edited: PaperPart | undefined }) {
  const { words } = paper
  const [description, ...otherHeads] = words.heads
  const { discreet } = usePreferences()
  const part = (name: PaperPart) => ({ 'data-edited': name === edited || undefined })
  return (
    <article
      data-paper
      lang={paper.language}
      dir={paper.language === 'ar' ? 'rtl' : 'ltr'}
      className="doc relative mx-auto w-full max-w-[680px] overflow-hidden px-[52px] py-[46px] text-[13px] leading-[19px]"
      aria-label={label}
      style={PAPER}
    >
      {[...(paper.draft ? [words.draft] : []), ...(paper.simulation ? ['SIMULATION'] : [])].map((word, index) => (
        <span
          key={word}
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 text-center text-[92px] leading-none font-semibold text-[#c9d1de] opacity-40 select-none"
          style={{ top: `${paper.draft && paper.simulation ? 30 + index * 34 : 44}%`, transform: 'rotate(-32deg)' }}
        >
          {word}
        </span>
      ))}
      <div className="relative">
        <div className="flex justify-between gap-8">
          <div className="min-w-0">
            {paper.logo && <img src={paper.logo} alt="" className="mb-3 max-h-[60px] max-w-[150px] object-contain" />}
            <p className="font-semibold">{paper.seller.name}</p>
            {paper.seller.lines.map((line) => (
              <p key={line} className="break-words text-ink-muted">
                <Words>{line}</Words>
              </p>
            ))}
          </div>
          <div className="shrink-0 text-end">
            <p style={{ font: '500 30px/34px var(--font-serif)', letterSpacing: '-.01em' }}>{paper.title}</p>
            <p className="num mt-1 text-[15px] font-semibold">{paper.number}</p>
            <div className="mt-3 text-ink-muted" {...part('facts')}>
              {paper.facts.map((line) => (
                <p key={line}>
                  <Words>{line}</Words>
                </p>
              ))}
            </div>
          </div>
        </div>
        <div className="mt-8 ps-[50%]">
          <div {...part('buyer')}>
            <p className="text-[12px] text-ink-subtle">{words.billedTo}</p>
            <p className="font-semibold">{paper.buyer.name || '…'}</p>
            {paper.buyer.lines.map((line) => (
              <p key={line} className="text-ink-muted">
                {line}
              </p>
            ))}
          </div>
        </div>
        {paper.object && (
          <p className="mt-7" {...part('object')}>
            <span className="text-ink-muted">{words.object} </span>
            <Printed>{paper.object}</Printed>
          </p>
        )}
        {paper.header && (
          <p className={`${paper.object ? 'mt-1.5' : 'mt-7'} whitespace-pre-line text-ink-muted`} {...part('header')}>
            <Printed>{paper.header}</Printed>
          </p>
        )}
        <table className="mt-7 w-full border-collapse">
          <caption className="sr-only">{words.lines}</caption>
          <thead>
            <tr className="border-b border-[#141c2c] text-[12px] text-ink-subtle">
              <th scope="col" className="py-1.5 text-start font-medium">
                {description}
              </th>
              {otherHeads.map((head) => (
                <th key={head} scope="col" className="ps-3 text-end font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {paper.lines.map((line, index) => {
              const [first = '', ...rest] = line.description.split('\n')
              return (
                // A paper's lines never move, so an index is a stable key.
                <tr key={index} className="border-b border-line align-top" {...part(`line-${index}`)}>
                  <td className="py-2.5 break-words">
                    {first ? <Words>{first}</Words> : '…'}
                    {rest.length > 0 && (
                      <span className="block whitespace-pre-line text-ink-muted">
                        <Words>{rest.join('\n')}</Words>
                      </span>
                    )}
                    {line.discount && (
                      <span className="block text-ink-muted">
                        <Words>{line.discount}</Words>
                      </span>
                    )}
                  </td>
                  <td className="num py-2.5 ps-3 text-end">{line.quantity}</td>
                  <td className="py-2.5 ps-3 text-end">
                    <Price>{line.unitPrice}</Price>
                  </td>
                  <td className="num py-2.5 ps-3 text-end">{line.rate}</td>
                  <td className="py-2.5 ps-3 text-end">
                    <Money major={line.amount} paper={paper} symbol={false} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        <div className="ms-auto mt-4 w-[282px] max-w-full" {...part('totals')}>
          {paper.totals.map((row) => (
            <div key={row.label} className="flex justify-between gap-4 py-1">
              <span className="text-ink-muted">
                <Words>{row.label}</Words>
              </span>
              <Money major={row.amount} paper={paper} />
            </div>
          ))}
          <div
            className="mt-1 flex justify-between gap-4 py-1.5 text-[15px] font-semibold"
            style={{ borderTop: '1px solid #141c2c', borderBottom: '3px double #141c2c' }}
          >
            <span>{paper.due.label}</span>
            <Money major={paper.due.amount} paper={paper} />
          </div>
        </div>
        <div className="mt-7 flex items-end justify-between gap-6">
          <div className="flex items-center gap-4 text-ink-muted">
            {paper.code && !discreet && <img src={paper.code} alt={words.code} className="size-[71px] shrink-0" />}
            <div>
              {paper.payment.map((line) => (
                <p key={line}>
                  <Printed>{line}</Printed>
                </p>
              ))}
            </div>
          </div>
          {paper.signature && (
            <img src={paper.signature} alt="" className="max-h-[74px] max-w-[170px] object-contain" />
          )}
        </div>
        {(paper.tax.length > 0 || paper.terms || paper.footer) && (
          <div className="mt-5 border-t border-line pt-3 text-[12px] leading-[17px] text-ink-subtle">
            {paper.tax.map((mention) => (
              <p key={mention} lang="fr" className="text-[#141c2c]">
                <Printed>{mention}</Printed>
              </p>
            ))}
            {paper.terms && (
              <p lang="fr" {...part('terms')}>
                <Printed>{paper.terms}</Printed>
              </p>
            )}
            {paper.footer && (
              <p className="mt-1.5 whitespace-pre-line" {...part('footer')}>
                <Printed>{paper.footer}</Printed>
              </p>
            )}
          </div>
        )}
      </div>
    </article>
  )
}

/** The paper of a bill now, or at a past instant. `children` gets its proof, once loaded. */
export function PaperOf({
  bill,
  asIssued = false,
  at,
  edited,
  children,
}: {
  bill: Bill
  asIssued?: boolean
  at?: number | undefined
  /** The place that is being edited beside the paper. */
  edited?: PaperPart | undefined
  children?: (paper: BillPaper) => React.ReactNode
}) {
  const { t } = useTranslation('billing')
  const paper = useQuery(paperQuery(bill, asIssued, at))
  if (paper.isError) return <ErrorState error={paper.error} onRetry={paper.refetch} title={t('paper.unread')} />
  if (!paper.data) return <Skeleton lines={6} label={t('paper.label')} />
  return (
    <>
      <TruePage label={t('paper.label')}>
        <Paper paper={paper.data} label={t('paper.label')} edited={edited} />
      </TruePage>
      {children?.(paper.data)}
    </>
  )
}

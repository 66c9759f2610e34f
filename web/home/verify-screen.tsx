import { FileCheck, FileX, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/kernel/public-page.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayText } from '#web/kernel/words/formats.ts'
import { homePaths } from './links.ts'
import { usePageData } from './page-data.ts'
import { PublicPage, PublicRow } from './public-page.tsx'

/**
 * Path `/verify`: whether a file is a bill as it was issued here. The browser computes the
 * fingerprint; the file is not sent. Without a script the fingerprint is typed.
 */
export function VerifyScreen() {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const { verification } = usePageData()
  return (
    <PublicPage>
      <PublicRow className="pt-[72px] pb-20 max-md:pt-10">
        <h1 className="h1 text-balance">{t('verify.title')}</h1>
        <p className="mt-3 max-w-[60ch] text-lg text-ink-muted">{t('verify.description')}</p>
        {verification && <Answer {...verification} />}
        <form action={homePaths.verify.to()} className="mt-8 max-w-[620px]">
          <input type="hidden" name="lang" value={language} />
          <label className="wants-script block cursor-pointer rounded-lg border border-dashed border-line-strong bg-surface-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent px-6 py-8 text-center">
            <FileCheck size={26} strokeWidth={1.5} className="mx-auto text-ink-subtle" />
            <span className="mt-2 block font-medium">{t('verify.choose')}</span>
            <span className="mt-1 block text-sm text-ink-muted">{t('verify.stays')}</span>
            <input
              type="file"
              accept="application/pdf,.pdf"
              className="sr-only"
              data-fingerprint=""
              data-reading={t('verify.reading')}
              data-insecure={t('verify.insecure')}
              data-large={t('verify.large')}
            />
          </label>
          <output className="mt-2 block text-sm text-ink empty:hidden" />
          <div className="mt-6">
            <label className="label" htmlFor="sha256">
              {t('verify.fingerprint')}
            </label>
            <div className="mt-1.5 flex gap-2 max-sm:flex-col">
              <input
                id="sha256"
                name="sha256"
                className="input num"
                dir="ltr"
                required
                maxLength={64}
                autoComplete="off"
                spellCheck={false}
                defaultValue={verification?.asked ?? ''}
                aria-describedby="sha256-hint"
              />
              <button className="btn btn-primary" type="submit">
                {t('verify.check')}
              </button>
            </div>
            <p id="sha256-hint" className="mt-1.5 text-xs text-ink-subtle">
              {t('verify.hint')}
            </p>
          </div>
        </form>
      </PublicRow>
    </PublicPage>
  )
}

const LOOKS = {
  authentic: { Icon: ShieldCheck, colour: 'text-positive' },
  cancelled: { Icon: TriangleAlert, colour: 'text-warning' },
  unknown: { Icon: FileX, colour: 'text-negative' },
  malformed: { Icon: TriangleAlert, colour: 'text-warning' },
} as const

function Answer({ answer }: NonNullable<PageData['verification']>) {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const verdict = answer === null ? 'malformed' : answer.state || 'unknown'
  const { Icon, colour } = LOOKS[verdict]
  const ref = `\u2068${answer?.ref ?? ''}\u2069`
  const day = answer?.issueDate ? dayText(language, answer.issueDate, 'long') : ''
  return (
    <section
      className="mt-8 flex max-w-[620px] gap-4 border-y border-line-strong py-5"
      aria-live="polite"
    >
      <Icon size={28} strokeWidth={1.6} className={`shrink-0 ${colour}`} />
      <div>
        <h2 className={`text-lg font-medium ${colour}`}>{t(`verify.${verdict}`)}</h2>
        <p className="mt-1 text-md text-ink-muted">
          {t(`verify.${verdict}Text`, {
            ref,
            day,
            credit: `\u2068${answer?.cancelledBy ?? ''}\u2069`,
          })}
        </p>
      </div>
    </section>
  )
}

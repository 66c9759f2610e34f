import { useTranslation } from 'react-i18next'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { screenTitle } from '#web/kernel/shell/screen-words.ts'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { EmptyState } from '#web/kernel/ui/states.tsx'
import { foldText, hasWords } from '#contract/kernel/fold-text.values.ts'
import { paths, screens } from '#web/screens.ts'
import { HelpPicture } from './help-picture.tsx'
import { PICTURED } from './pictured.ts'

/** The pages in their order, each with the screen that it speaks of. */
const PAGES = [
  { name: 'start', screen: 'profiles' },
  { name: 'time', screen: 'timesheets' },
  { name: 'billing', screen: 'bills' },
  { name: 'money', screen: 'transactions' },
  { name: 'prospecting', screen: 'offers' },
  { name: 'cv', screen: 'cv' },
  { name: 'keys', screen: 'jobs' },
  { name: 'data', screen: 'ownData' },
] as const

/** Route `/admin/help`: short pages, all of them or those that hold every searched word. */
export function HelpScreen() {
  const { t } = useTranslation('help')
  const [{ q }, set] = useUrlState({ q: '' })
  const pages = PAGES.map(({ name, screen }) => ({
    name,
    screen,
    title: t(`page.${name}.name`),
    body: t(`page.${name}.body`),
  }))
  const words = foldText(q)
  const found = pages.filter(({ title, body }) => hasWords(foldText(`${title} ${body}`), words))
  return (
    <>
      <PageHead
        title={t('screen.help.title')}
        sub={t('sub')}
        actions={
          <SearchBox value={q} onChange={(to) => set({ q: to }, 'narrow')} label={t('search')} />
        }
        ruled
      />
      {q === '' && (
        <Row className="py-5" ruled>
          <nav aria-label={t('contents')}>
            <ul className="flex flex-wrap gap-x-5 gap-y-2">
              {pages.map(({ name, title }) => (
                <li key={name}>
                  <a className="link" href={`#${name}`}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </Row>
      )}
      <output className="sr-only">{q !== '' && found.map(({ title }) => title).join(', ')}</output>
      {found.length === 0 && (
        <EmptyState
          title={t('none')}
          body={t('noneBody')}
          action={<LinkButton to={paths.support.to()}>{t('ask')}</LinkButton>}
        />
      )}
      {found.map(({ name, title, body, screen }) => (
        <Row key={name} className="py-6" ruled>
          <section id={name} aria-labelledby={`${name}-title`} className="scroll-mt-16">
            <h2 id={`${name}-title`} className="h2">
              {title}
            </h2>
            <p className="mt-2 max-w-[65ch] whitespace-pre-line text-ink-muted">{body}</p>
            {PICTURED.filter((one) => one === name).map((one) => (
              <HelpPicture key={one} name={one} />
            ))}
            <p className="mt-3">
              <LinkButton size="sm" to={paths[screen].to()}>
                {t('go', { screen: screenTitle(screens[screen]) })}
              </LinkButton>
            </p>
          </section>
        </Row>
      ))}
    </>
  )
}

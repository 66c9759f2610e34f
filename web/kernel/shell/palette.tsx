import { Dialog, DialogPanel } from '@headlessui/react'
import { useQueries } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Languages, LogOut, Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Action, useActions } from './actions.tsx'
import { Kbd } from '#web/kernel/ui/button.tsx'
import type { Typed } from '#contract/endpoint.ts'
import { call } from '#web/kernel/data/client.ts'
import { numberText } from '#web/kernel/words/formats.ts'
import { LANGUAGES, languages } from '#web/kernel/words/languages.ts'
import { permittedMenu, screenNamed } from './menu.ts'
import { beginText, screenTitle } from './screen-words.ts'
import { foldText } from '#web/kernel/words/fold-text.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { StatusGlyph } from '#web/kernel/ui/status.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { beginnings, type Search as Searched, searches } from './palette-sources.ts'
import { Keys } from './shortcuts.tsx'

/** Letters before records are looked for, and records shown of a kind. */
const FEWEST = 2
const MOST = 5

/** The found part underlined with the vermilion pencil. */
function Marked({ text, query }: { text: string; query: string }): ReactNode {
  const at = query ? foldText(text).indexOf(foldText(query)) : -1
  // Accents fold to one letter each, so places agree; where they do not, nothing is marked.
  if (at < 0 || foldText(text).length !== text.length) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent text-inherit underline decoration-warm-line decoration-2 underline-offset-[3px]">
        {text.slice(at, at + query.length)}
      </mark>
      {text.slice(at + query.length)}
    </>
  )
}

/** What the header and the other screens offer, from anywhere; a screen's own actions come first and are not repeated. */
function useShellActions(navigate: (to: string) => unknown): readonly Action[] {
  const { t } = useTranslation('kernel')
  const { can, setLanguage, signOut } = useSession()
  const { pathname } = useLocation()
  const { language } = usePreferences()
  return [
    ...beginnings
      .filter(({ screen, permission }) => can(permission) && pathname !== screen.path)
      .map(
        ({ screen, to }): Action => ({
          id: `begin.${screen.name}`,
          label: beginText(screen),
          ...(screen.icon && { icon: screen.icon }),
          run: () => void navigate(to),
        }),
      ),
    ...languages
      .filter((one) => one !== language)
      .map(
        (one): Action => ({
          id: `language.${one}`,
          label: t('palette.language', { name: LANGUAGES[one] }),
          icon: Languages,
          run: () => setLanguage(one),
        }),
      ),
    { id: 'signOut', label: t('shell.signOut'), icon: LogOut, run: signOut },
  ]
}

/** What tells a found line from the next one. */
function Fact({ search, row }: { search: Searched; row: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const figure = (value: number) => numberText(language, value, { digits: 1 })
  const amount = search.amount?.(row)
  const days = search.days?.(row)
  if (!amount && !days) return null
  return (
    <span className="num shrink-0 text-sm text-ink-muted">
      {amount && <Amount {...amount} />}
      {days && t('palette.days', { done: figure(days.done), of: figure(days.of) })}
    </span>
  )
}

/** Ctrl K: any record, page or action (SH1). A chunk of its own, loaded when first asked for. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('kernel')
  const { can, profileId } = useSession()
  const navigate = useNavigate()
  const actions = useActions().filter((action) => !action.hidden)
  const [query, setQuery] = useState('')
  const asked = useDeferredValue(query.trim())
  const permitted = searches.filter((search) => can(search.permission) && (!search.needsProfile || profileId !== ''))

  const found = useQueries({
    queries: permitted.map((search) => ({
      queryKey: ['palette', search.name, search.searched === 'server' ? asked : '', profileId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<Typed>(search.route, {
          params: { profileId, count: MOST },
          query: search.searched === 'server' ? { q: asked, limit: MOST } : {},
          signal,
        }) as Promise<readonly Record<string, unknown>[]>, // every one of them is a list
      enabled: asked.length >= FEWEST,
      staleTime: 5_000,
      // An archive that cannot be searched must not hide what can be.
      retry: false,
      meta: { failure: 'silent' as const },
    })),
  })

  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  const matching = (label: string) => foldText(label).includes(foldText(query.trim()))
  const pages = permittedMenu(can).flatMap((group) => group.items.filter((item) => matching(screenTitle(item))))
  const acts = [...actions, ...useShellActions(navigate)].filter((action) => matching(action.label))
  const groups = permitted
    .map((search, index) => ({ search, rows: (asked.length >= FEWEST ? found[index]?.data : undefined) ?? [] }))
    .map(({ search, rows }) => ({
      search,
      rows:
        search.searched === 'server'
          ? rows
          : rows
              .filter((row) => foldText(`${search.label(row)} ${search.detail?.(row) ?? ''}`).includes(foldText(asked)))
              .slice(0, MOST),
    }))
    .filter((group) => group.rows.length > 0)
  const searching = asked.length >= FEWEST && found.some((one) => one.isFetching)
  const nothing = pages.length + acts.length + groups.length === 0

  return (
    <Dialog
      open
      onClose={onClose}
      className="fixed inset-0 z-50 grid items-start justify-items-center bg-scrim px-4 pt-[104px] max-md:pt-4"
      aria-label={t('shell.search')}
    >
      <DialogPanel className="dialog cmdk w-full max-w-[640px]">
        <Command shouldFilter={false} loop label={t('shell.search')}>
          <div className="flex h-[60px] items-center gap-3 border-b border-line px-5">
            <Search size={18} strokeWidth={1.7} aria-hidden="true" className="text-ink-subtle" />
            <Command.Input
              data-autofocus
              value={query}
              onValueChange={setQuery}
              placeholder={t('palette.placeholder')}
              className="grow bg-transparent text-lg outline-none"
            />
            <Keys keys="Escape" />
          </div>
          <Command.List aria-busy={searching}>
            {groups.map(({ search, rows }) => (
              <Command.Group key={search.name} heading={screenTitle(screenNamed(search.name))}>
                {rows.map((row) => {
                  const name = search.label(row)
                  const more = search.detail?.(row)
                  return (
                    <Command.Item
                      key={String(row['id'])}
                      value={`${search.name} ${String(row['id'])}`}
                      onSelect={() => go(search.to(row))}
                    >
                      {search.status ? (
                        <span className="mx-[1.5px] text-ink-subtle">
                          <StatusGlyph kind={search.status(row)} />
                        </span>
                      ) : (
                        <search.icon size={17} strokeWidth={1.7} aria-hidden="true" />
                      )}
                      <span className="min-w-0 grow truncate">
                        <bdi className="font-medium">
                          <Marked text={name} query={asked} />
                        </bdi>{' '}
                        {more && (
                          <bdi className="text-ink-muted">
                            <Marked text={more} query={asked} />
                          </bdi>
                        )}
                      </span>
                      <Fact search={search} row={row} />
                    </Command.Item>
                  )
                })}
              </Command.Group>
            ))}
            {acts.length > 0 && (
              <Command.Group heading={t('palette.actions')}>
                {acts.map((action) => (
                  <Command.Item
                    key={action.id}
                    value={`action ${action.id}`}
                    onSelect={() => {
                      onClose()
                      action.run()
                    }}
                  >
                    {action.icon ? (
                      <action.icon size={17} strokeWidth={1.7} aria-hidden="true" />
                    ) : (
                      <span className="w-[17px]" />
                    )}
                    <span className="min-w-0 grow truncate font-medium">
                      <Marked text={action.label} query={query.trim()} />
                    </span>
                    {action.keys && <Keys keys={action.keys} />}
                  </Command.Item>
                ))}
              </Command.Group>
            )}
            {pages.length > 0 && (
              <Command.Group heading={t('palette.pages')}>
                {pages.map((item) => (
                  <Command.Item key={item.name} value={`page ${item.name}`} onSelect={() => go(item.path)}>
                    <item.icon size={17} strokeWidth={1.7} aria-hidden="true" />
                    <span className="min-w-0 grow truncate font-medium">
                      <Marked text={screenTitle(item)} query={query.trim()} />
                    </span>
                  </Command.Item>
                ))}
              </Command.Group>
            )}
            {nothing && (
              <p className="px-5 py-6 text-ink-muted">
                {searching ? t('palette.searching') : t('palette.nothing', { query: query.trim() })}
              </p>
            )}
          </Command.List>
          <div className="flex gap-5 border-t border-line bg-surface-sunken px-5 py-2.5 text-xs text-ink-muted">
            <span className="inline-flex items-center gap-2" dir="ltr">
              <Kbd>↑</Kbd>
              <Kbd>↓</Kbd> {t('palette.choose')}
            </span>
            <span className="inline-flex items-center gap-2">
              <Keys keys="Enter" /> {t('palette.open')}
            </span>
            <span className="ms-auto inline-flex items-center gap-2 max-md:hidden">
              <Kbd>?</Kbd> {t('palette.shortcuts')}
            </span>
          </div>
        </Command>
      </DialogPanel>
    </Dialog>
  )
}

import { Dialog, DialogPanel } from '@headlessui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Building2, CircleHelp, type LucideIcon, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { searchRoutes, type Found } from '#contract/kernel/search.contract.ts'
import { stepActs } from '#web/dashboard/step-acts.queries.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { kindOfWord } from '#web/kernel/ui/bill-status.ts'
import { Kbd } from '#web/kernel/ui/button.tsx'
import { unlessHidden } from '#web/kernel/ui/late-parts.tsx'
import { StatusGlyph } from '#web/kernel/ui/status.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { foldText, hasWords } from '#contract/kernel/fold-text.values.ts'
import { notifyDone, notifyFailure } from '#web/kernel/data/toasts.ts'
import { directionOf } from '#web/kernel/words/languages.ts'
import { numberText, sirenText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { type Action, useActions } from '../ui/actions.tsx'
import type { FoundAct } from './found-acts.ts'
import { iconOf, placeOf } from './found-place.ts'
import { permittedMenu } from './menu.ts'
import { useNextSteps } from './pending-counts.ts'
import { screenTitle } from './screen-words.ts'
import { useShellActions } from './shell-acts.ts'
import { Keys } from './shortcuts.tsx'

/** Letters before records are looked for. */
const FEWEST = 2
/** Things to do that an empty palette begins with. */
const TODAY = 4
/** Beginnings that are offered where nothing was found. */
const BEGINNINGS = 5

/** Finds of these words; without any, the last changes. Undefined while nothing is asked. */
function useFound(typed: string): {
  readonly found: readonly Found[]
  readonly isFetching: boolean
} {
  const { profileId } = useSession()
  const enabled = typed === '' || typed.length >= FEWEST
  const { data, isFetching } = useQuery({
    queryKey: ['palette', typed, profileId],
    queryFn: ({ signal }) =>
      call(searchRoutes.find, { query: { q: typed, ...(profileId && { profileId }) }, signal }),
    enabled,
    staleTime: 5_000,
    retry: false,
    // While one types on, what was found stays; what was changed last was not found.
    placeholderData: (before, of) => (typed === '' || of?.queryKey[1] === '' ? undefined : before),
    meta: { failure: 'silent' },
  })
  return { found: (enabled ? data : undefined) ?? [], isFetching }
}

/** Whether the palette knows acts on what was found. */
const hasActs = (found: Found): boolean => placeOf(found)?.screen.acts !== undefined

/** Acts on one of the finds; none while they are read, or when it cannot be read. */
function useFoundActs(found: Found | undefined): readonly FoundAct[] {
  const { can, profileId } = useSession()
  const { language } = usePreferences()
  const { data = [] } = useQuery({
    queryKey: ['palette', 'acts', found?.entity, found?.id, profileId, language],
    queryFn: async () => {
      const acts = found && (await placeOf(found)?.screen.acts?.())
      return acts ? acts.foundActs(found, { can, profileId, language }) : []
    },
    enabled: found !== undefined && hasActs(found),
    staleTime: 5_000,
    gcTime: 0,
    retry: false,
    meta: { failure: 'silent' },
  })
  return data
}

/**
 * Keeps a line chosen, and the field's word for it true. cmdk 1.1.1 names a line that is gone, or
 * chooses none, when finds change under the same words.
 * @param root null until the dialog is there
 */
function useTrueChoice(root: HTMLElement | null, choose: (value: string) => void) {
  useEffect(() => {
    if (!root) return
    const name = () => {
      const chosen = root.querySelector('[cmdk-item][aria-selected="true"]')?.id ?? null
      const first = root.querySelector('[cmdk-item]')?.getAttribute('data-value')
      if (chosen === null && first) choose(first)
      for (const one of root.querySelectorAll('[cmdk-input], [cmdk-list]'))
        if (one.getAttribute('aria-activedescendant') !== chosen)
          if (chosen === null) one.removeAttribute('aria-activedescendant')
          else one.setAttribute('aria-activedescendant', chosen)
    }
    name()
    const changes = new MutationObserver(name)
    changes.observe(root, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-selected', 'aria-activedescendant'],
    })
    return () => changes.disconnect()
  }, [root, choose])
}

/** The matching part, underlined in vermilion. */
function Marked({ text, query }: { text: string; query: string }): ReactNode {
  const at = query ? foldText(text).indexOf(foldText(query)) : -1
  // Each accent folds to one letter, so indexes agree; where they do not, nothing is marked.
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

/** A detail that distinguishes similar results. */
function Fact({ amount, days }: Pick<Found, 'amount' | 'days'>) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const figure = (value: number) => numberText(language, value)
  if (!amount && !days) return null
  return (
    <span className="num shrink-0 text-sm text-ink-muted">
      {amount && <Amount major={amount.value} currency={amount.currency} />}
      {days && t('palette.days', { done: figure(days.done), of: figure(days.of) })}
    </span>
  )
}

function Line({
  value,
  icon: Icon,
  mark,
  title,
  detail = '',
  query,
  end,
  onSelect,
}: {
  value: string
  icon?: LucideIcon | undefined
  /** Stands in the place of the icon. */
  mark?: ReactNode
  title: string
  detail?: string
  query: string
  end?: ReactNode
  onSelect: () => void
}) {
  return (
    <Command.Item value={value} onSelect={onSelect}>
      {mark ? (
        <span className="mx-[1.5px] text-ink-subtle">{mark}</span>
      ) : Icon ? (
        <Icon size={17} />
      ) : (
        <span className="w-[17px]" />
      )}
      <span className="flex min-w-0 grow gap-1">
        <bdi className="max-w-full shrink-0 truncate font-medium">
          <Marked text={title} query={query} />
        </bdi>
        {detail && (
          <>
            {' '}
            <bdi className="truncate text-ink-muted">
              <Marked text={detail} query={query} />
            </bdi>
          </>
        )}
      </span>
      {end}
    </Command.Item>
  )
}

/** A find's word in the list, by which it is chosen. */
const valueOf = ({ entity, id }: Found): string => `${entity} ${id}`

/** Found things under the title of the screen that shows them. */
function FoundGroups({
  found,
  heading,
  query,
  go,
}: {
  found: readonly Found[]
  /** One for all, in the order they came; without, one for each screen. */
  heading?: string
  query: string
  go: (to: string) => void
}) {
  const placed = found.flatMap((line) => {
    const place = placeOf(line)
    return place ? [{ line, ...place }] : []
  })
  const groups = Map.groupBy(placed, ({ screen }) => heading ?? screenTitle(screen))
  return [...groups].map(([title, lines]) => (
    <Command.Group key={title} heading={title}>
      {lines.map(({ line, icon, to }) => {
        const status = line.entity === 'bill' ? kindOfWord(line.status) : undefined
        return (
          <Line
            key={valueOf(line)}
            value={valueOf(line)}
            icon={icon}
            mark={status && <StatusGlyph kind={status} />}
            title={line.title || '–'}
            detail={line.detail}
            query={query}
            end={<Fact {...line} />}
            onSelect={() => go(to)}
          />
        )
      })}
    </Command.Group>
  ))
}

/** The acts on one of the finds. */
function ActsOn({
  found,
  go,
  choose,
}: {
  found: Found
  go: (to: string) => void
  /** Chooses a line, for a user who turned here. */
  choose?: (value: string) => void
}) {
  const { t } = useTranslation('kernel')
  const acts = useFoundActs(found)
  const queries = useQueryClient()
  const run = async ({ go: begin, changes }: FoundAct) => {
    try {
      const to = await begin()
      if (changes) notifyDone(changes.done)
      for (const context of changes?.invalidates ?? [])
        void queries.invalidateQueries({ queryKey: [context] })
      go(to)
    } catch (error) {
      if (error instanceof Error) notifyFailure(error)
    }
  }
  const valueOfAct = (act: FoundAct) => `act ${act.id} ${found.id}`
  const first = acts[0] && valueOfAct(acts[0])
  useEffect(() => {
    if (first !== undefined) choose?.(first)
  }, [first, choose])
  if (acts.length === 0) return null
  return (
    <Command.Group heading={t('palette.actsOn', { name: found.title || '–' })}>
      {acts.map((act) => (
        <Line
          key={act.id}
          value={valueOfAct(act)}
          icon={act.icon}
          title={act.label}
          query=""
          onSelect={() => void run(act)}
        />
      ))}
    </Command.Group>
  )
}

/** Beginnings and the help, where nothing was found. */
function Otherwise({
  acts,
  query,
  act,
  go,
}: {
  acts: readonly Action[]
  query: string
  act: (action: Action) => ReactNode
  go: (to: string) => void
}) {
  const { t } = useTranslation('kernel')
  const beginnings = acts.filter(({ id }) => id.startsWith('begin.')).slice(0, BEGINNINGS)
  return (
    <Command.Group heading={t('palette.otherwise')}>
      {beginnings.map(act)}
      <Line
        value="help"
        icon={CircleHelp}
        title={t('palette.inHelp', { query })}
        query=""
        onSelect={() => go(paths.help.to({}, { q: query }))}
      />
    </Command.Group>
  )
}

/** The keys of the palette. @param mayAct whether the chosen line has acts to turn to */
function Foot({ mayAct }: { mayAct: boolean }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  return (
    <div className="for-keys flex gap-5 border-t border-line bg-surface-sunken px-5 py-2.5 text-xs text-ink-muted">
      <span className="inline-flex items-center gap-2" dir="ltr">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('palette.choose')}
      </span>
      <span className="inline-flex items-center gap-2">
        <Keys keys="Enter" /> {t('palette.open')}
      </span>
      {mayAct && (
        <span className="inline-flex items-center gap-2">
          <Keys keys={directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'} />{' '}
          {t('palette.act')}
        </span>
      )}
      <span className="ms-auto inline-flex items-center gap-2">
        <Kbd>?</Kbd> {t('palette.shortcuts')}
      </span>
    </div>
  )
}

/** A number of nine digits is a client to add. */
function BySiren({ siren, go }: { siren: string; go: (to: string) => void }) {
  const { t } = useTranslation('kernel')
  return (
    <Command.Group heading={t('palette.actions')}>
      <Line
        value="client by siren"
        icon={Building2}
        title={t('palette.addClient', { siren: sirenText(siren) })}
        detail={t('palette.bySiren')}
        query=""
        onSelect={() => go(paths.companies.to({}, { open: 'new', siren }))}
      />
    </Command.Group>
  )
}

/** The find whose acts are shown: the first that has any, or the one that an arrow turned to. */
function useActing({
  found,
  query,
  chosen,
}: {
  readonly found: readonly Found[]
  readonly query: string
  readonly chosen: string
}) {
  const { language } = usePreferences()
  const [turnedTo, setTurnedTo] = useState('')
  const turned = found.find((line) => valueOf(line) === turnedTo)
  const chosenFind = found.find((line) => valueOf(line) === chosen)
  const mayAct = useFoundActs(chosenFind).length > 0
  return {
    mayAct,
    subject: turned ?? (query.trim() === '' ? undefined : found.find(hasActs)),
    isTurned: turned !== undefined,
    end: () => setTurnedTo(''),
    /** An arrow at the end of the words turns to the acts on the chosen find. */
    turn: (event: KeyboardEvent) => {
      const forward = directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      const field = event.target as HTMLInputElement // the one field of the palette
      if (event.key !== forward || field.selectionStart !== query.length) return
      if (!mayAct) return
      event.preventDefault()
      setTurnedTo(chosen)
    },
  }
}

/** Ctrl K: any record, page or action (SH1). A chunk of its own, loaded when it is first opened. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['kernel', 'dashboard'])
  const { can } = useSession()
  const { language } = usePreferences()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState('')
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  useTrueChoice(panel, setChosen)
  // On a phone, a dialog leaves the focus to its first tap.
  useEffect(() => panel?.querySelector('input')?.focus(), [panel])
  const typed = query.trim()
  const isEmpty = typed === ''
  const { found, isFetching } = useFound(useDeferredValue(typed))

  const acting = useActing({ found, query, chosen })

  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  const words = foldText(typed)
  const matching = (label: string) => hasWords(foldText(label), words)
  const today = stepActs(useNextSteps(), { can, language }).filter(({ label }) => matching(label))
  const pages = permittedMenu(can).flatMap((group) =>
    group.items.filter((item) => matching(screenTitle(item))),
  )
  const everything = [
    ...useActions().filter((action) => !action.hidden),
    ...useShellActions(navigate),
  ]
  const offered = everything.filter((action) => matching(action.label))
  const acts = offered.filter((action) => !action.isPreference)
  const preferences = offered.filter((action) => action.isPreference)
  const number = typed.replace(/[\s.]/g, '')
  const siren = /^\d{9}$/.test(number) && can('perm_company_add') ? number : null
  const nothing =
    siren === null && pages.length + offered.length + found.length + today.length === 0

  const act = (action: Action) => (
    <Line
      key={action.id}
      value={`action ${action.id}`}
      icon={action.icon}
      title={action.label}
      query={typed}
      end={action.keys && <Keys keys={action.keys} />}
      onSelect={() => {
        onClose()
        action.run()
      }}
    />
  )
  const group = (heading: string, lines: readonly ReactNode[]) =>
    lines.length > 0 && <Command.Group heading={heading}>{lines}</Command.Group>

  return (
    <Dialog
      open
      onClose={unlessHidden({ current: panel }, onClose)}
      className="fixed inset-0 z-50 grid items-start justify-items-center bg-scrim px-4 pt-[104px] max-md:pt-4"
      aria-label={t('shell.search')}
    >
      <DialogPanel ref={setPanel} className="dialog cmdk w-full max-w-[640px]">
        <Command
          shouldFilter={false}
          loop
          label={t('shell.search')}
          value={chosen}
          onValueChange={setChosen}
          onKeyDown={acting.turn}
        >
          <div className="flex h-[60px] items-center gap-3 border-b border-line px-5">
            <Search size={18} className="text-ink-subtle" />
            <Command.Input
              data-autofocus
              value={query}
              onValueChange={(text) => {
                setQuery(text)
                acting.end()
              }}
              placeholder={t('palette.placeholder')}
              className="grow bg-transparent text-lg outline-none"
            />
            <Keys keys="Escape" />
          </div>
          <Command.List aria-busy={isFetching}>
            {!isEmpty && <FoundGroups found={found} query={typed} go={go} />}
            {acting.subject && (
              <ActsOn
                key={valueOf(acting.subject)}
                found={acting.subject}
                go={go}
                {...(acting.isTurned && { choose: setChosen })}
              />
            )}
            {siren !== null && <BySiren siren={siren} go={go} />}
            {group(
              t('palette.today'),
              today
                .slice(0, TODAY)
                .map(({ id, label, to, step }) => (
                  <Line
                    key={id}
                    value={`today ${id}`}
                    icon={iconOf(step.entity)}
                    title={label}
                    query={typed}
                    onSelect={() => go(to)}
                  />
                )),
            )}
            {isEmpty && (
              <FoundGroups found={found} heading={t('palette.latest')} query="" go={go} />
            )}
            {group(t('palette.actions'), acts.map(act))}
            {group(
              t('palette.pages'),
              pages.map((item) => (
                <Line
                  key={item.name}
                  value={`page ${item.name}`}
                  icon={item.icon}
                  title={screenTitle(item)}
                  query={typed}
                  onSelect={() => go(item.path)}
                />
              )),
            )}
            {group(t('palette.preferences'), preferences.map(act))}
            {nothing && (
              <p className="px-5 py-6 text-ink-muted">
                {isFetching ? t('palette.searching') : t('palette.nothing', { query: typed })}
              </p>
            )}
            {nothing && !isFetching && (
              <Otherwise acts={everything} query={typed} act={act} go={go} />
            )}
          </Command.List>
          <Foot mayAct={acting.mayAct} />
        </Command>
      </DialogPanel>
    </Dialog>
  )
}

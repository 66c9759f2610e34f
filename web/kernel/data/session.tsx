import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import type { ColumnArrangement, Me } from '#contract/identity/identity.schemas.ts'
import { may, type Permission } from './ability.ts'
import {
  ApiProblem,
  call,
  callAll,
  cameFromSignIn,
  onSignedOut,
  signIn,
  signOut,
  signInHeld,
} from './client.ts'
import { changeLanguage } from '#web/kernel/words/i18n.ts'
import { isLanguage, type Language } from '#web/kernel/words/languages.ts'
import { preferences, setPreferences } from '../words/preferences.ts'
import { setTimeZone } from '#web/kernel/words/time-zone.ts'

/** Read again when the user or a role changes, since permissions depend on both. */
const meQuery = () =>
  queryOptions({
    queryKey: ['identity', 'me', 'user', 'role'],
    queryFn: async () => {
      const me = await call(userRoutes.me)
      setTimeZone(me.params.timeZone)
      return me
    },
    staleTime: 60_000,
    meta: { refusal: 'silent' },
  })
/** Reads the user before anything is drawn; null after a failure, which the session meets. */
export async function readUser(queries: QueryClient): Promise<Me | null> {
  await queries.prefetchQuery(meQuery())
  return queries.getQueryData(meQuery().queryKey) ?? null
}

/** The user's professional profiles, for the switch in the header. */
export const profilesQuery = () =>
  queryOptions({
    queryKey: ['profile', 'professionalInfo', 'names'],
    queryFn: () => callAll(professionalInfoRoutes.list),
    staleTime: 60_000,
  })

/** The parameters that this module changes. */
type Preferences = {
  readonly activeProfile?: string
  readonly preferredLanguage?: Language
  readonly isDiscreet?: boolean
  readonly timeZone?: string
}

export type Session = {
  readonly me: Me
  /** First and last name, or the user name. */
  readonly name: string
  readonly can: (permission: Permission | undefined) => boolean
  /** Whether the user runs the installation: every permission is granted. */
  readonly isAdministrator: boolean
  /** Id of the active professional profile; '' when there is none yet. */
  readonly profileId: string
  readonly setProfile: (id: string) => void
  readonly setLanguage: (language: Language) => void
  readonly setDiscreet: (on: boolean) => void
  readonly setTimeZone: (zone: string) => void
  /** Keeps arrangements of columns with the account; null is the usual one. */
  readonly arrange: (lists: Readonly<Record<string, ColumnArrangement | null>>) => Promise<unknown>
  readonly signOut: () => void
}

const SessionContext = createContext<Session | null>(null)

/** The session, or null before one is there. */
export const useMaybeSession = (): Session | null => useContext(SessionContext)

/** @throws outside a SessionProvider */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

export const nameOf = (me: Pick<Me, 'firstName' | 'lastName' | 'userName'>) =>
  [me.firstName, me.lastName].filter(Boolean).join(' ') || me.userName

/**
 * Provides the signed-in user. Shows `waiting` while unknown. A visitor goes to the sign-in page
 * and returns here.
 * @param props.failed shown when the server could not answer
 */
export function SessionProvider({
  children,
  waiting,
  failed,
}: {
  children: ReactNode
  waiting: ReactNode
  failed: (error: Error, retry: () => void) => ReactNode
}) {
  const queries = useQueryClient()
  const me = useQuery(meQuery())
  const [isOver, setOver] = useState(false)

  useEffect(
    () =>
      onSignedOut(() => {
        const wasSignedIn = queries.getQueryData(meQuery().queryKey) !== undefined
        queries.clear()
        // Another sign-in would lead back here at once. The cleared query never answers, so the
        // page says itself that no session holds, for example with blocked cookies.
        if (cameFromSignIn()) setOver(true)
        else signIn(wasSignedIn ? 'ended' : undefined)
      }),
    [queries],
  )

  const isHere = me.data !== undefined
  useEffect(() => {
    if (isHere) signInHeld()
  }, [isHere])

  const save = useMutation({
    mutationFn: (change: Preferences) => call(userRoutes.parameters, { body: change }),
    onMutate: (change) =>
      queries.setQueryData(
        meQuery().queryKey,
        (old: Me | undefined) => old && { ...old, params: { ...old.params, ...change } },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['identity'] }),
  })
  const { mutate: keep } = save
  const { mutateAsync: arrange } = useMutation({
    mutationFn: (lists: Parameters<Session['arrange']>[0]) =>
      call(userRoutes.columns, { body: { lists } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery().queryKey }),
  })

  // Lists stand in the order of the language, and some answers are written in it.
  const speak = useCallback(
    async (to: Language) => {
      await changeLanguage(to)
      // The account is read again once it is kept: an answer from before would undo the choice.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'identity' })
    },
    [queries],
  )

  // When the account arrives, its language and discreet mode replace this browser's once.
  const params = me.data?.params
  const language = params?.preferredLanguage
  const discreet = params?.isDiscreet
  useEffect(() => {
    if (isLanguage(language) && language !== preferences().language) void speak(language)
  }, [language, speak])
  useEffect(() => {
    if (discreet !== undefined && discreet !== preferences().discreet) setPreferences({ discreet })
  }, [discreet])

  const session = useMemo((): Session | null => {
    if (!me.data) return null
    const granted = new Set(me.data.permissions)
    return {
      me: me.data,
      name: nameOf(me.data),
      can: (permission) => may(granted, permission),
      isAdministrator: granted.has('perm_admin'),
      profileId: me.data.params.activeProfile ? String(me.data.params.activeProfile) : '',
      setProfile: (id) => keep({ activeProfile: id }),
      setLanguage: (to) => void speak(to).then(() => keep({ preferredLanguage: to })),
      setDiscreet: (on) => {
        setPreferences({ discreet: on })
        keep({ isDiscreet: on })
      },
      setTimeZone: (zone) => keep({ timeZone: zone }),
      arrange,
      signOut: () => void signOut(),
    }
  }, [me.data, keep, speak, arrange])

  if (isOver) return failed(new ApiProblem(401, 'SIGNED_OUT', ''), () => signIn())
  if (session) return <SessionContext value={session}>{children}</SessionContext>
  // A visitor is being redirected to the sign-in page, unless that has just failed.
  if (me.isError)
    return failed(me.error, () =>
      me.error instanceof ApiProblem && me.error.status === 401 ? signIn() : void me.refetch(),
    )
  return waiting
}

/** The user's businesses; without the permission to read them, none are asked for. */
export function useProfiles() {
  const { can } = useSession()
  return useQuery({ ...profilesQuery(), enabled: can('perm_professional_info_menu') })
}

const MAINLAND = { country: 'FR', postalCode: '' }
/** Where a business is; the mainland until it is read. */
export function useBusinessAddress(profileId: string) {
  return useProfiles().data?.find(({ id }) => id === profileId)?.address ?? MAINLAND
}

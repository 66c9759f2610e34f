import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryFilters,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Callable } from '#contract/kernel/contract.ts'
import { ApiProblem, type CallInput, callWith, type Reply } from './client.ts'
import { isOffline } from './offline.ts'
import { type Done, notifyDone, notifyFailure } from '#web/kernel/data/toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * A refused read of optional data (suggestions, counts) is not shown; the screen works
       * without it. A failed one is shown.
       */
      refusal?: 'silent'
    }
  }
}

const isStale = (error: Error) => error instanceof ApiProblem && error.code === 'STALE_VERSION'
/** Refusals for what others wrote meanwhile: it is read again. */
const isOvertaken = (error: Error) =>
  isStale(error) || (error instanceof ApiProblem && error.code === 'RECORD_ALREADY_THERE')

/**
 * Shows a failed call that no act of the user began. Without a network the notice above the page
 * says so once.
 *
 * @param refusal whether the server's no is shown too
 */
export function tellFailed(error: Error, refusal?: 'silent'): undefined {
  const { status = 0, code = '' } = error instanceof ApiProblem ? error : {}
  const isRefused = code === 'SIGNED_OUT' || (refusal === 'silent' && status >= 400 && status < 500)
  if (!isRefused && !(isOffline() && code === 'NETWORK')) notifyFailure(error)
}

/**
 * A call that is no query and no mutation: its failure is shown, and goes on to the caller. Callers
 * merge what others changed meanwhile.
 */
export async function telling<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && error.name !== 'AbortError' && !isStale(error)) tellFailed(error)
    throw error
  }
}

let merges = 0
/** A save whose caller merges what others changed meanwhile, or lets the user choose. */
export async function merging<T>(save: () => Promise<T>): Promise<T> {
  merges += 1
  try {
    return await save()
  } finally {
    merges -= 1
  }
}

/**
 * A change during the first read of a query reads it once more. The library lets that read go on;
 * its answer may be older than the change.
 */
class Queries extends QueryClient {
  override async invalidateQueries<K extends QueryKey>(
    filters: InvalidateQueryFilters<K> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const firstReads = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' } as QueryFilters) // the keys' type is lost
      .filter(({ state }) => state.data === undefined)
    const again = firstReads.map(async ({ queryKey, promise }) => {
      await promise?.catch(() => undefined)
      await super.invalidateQueries(
        { ...filters, queryKey, exact: true } as typeof filters,
        options,
      )
    })
    await Promise.all([super.invalidateQueries(filters, options), ...again])
  }
}

export const createQueries = (): QueryClient =>
  new Queries({
    queryCache: new QueryCache({
      // The place of the missing data also shows the failure (`ErrorState`), and stays when the
      // toast is gone.
      onError: (error, query) => tellFailed(error, query.meta?.refusal),
    }),
    mutationCache: new MutationCache({
      // Forms show the failure beside their fields besides (specification, section 8). A call that
      // the user stopped has not failed.
      onError: (error) =>
        error.name === 'AbortError' || (merges > 0 && isStale(error)) || notifyFailure(error),
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Without a network, what was read before answers; what was not fails instead of waiting.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A retry helps when an engine is away, never against a refusal.
        retry: (times, error) =>
          times < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 502),
      },
      // A write without a network fails at once: it is not sent later, unasked.
      mutations: { retry: false, networkMode: 'always' },
    },
  })

export type WriteOptions<R extends Callable> = {
  /** Contexts to read again: the first word of their query keys. */
  readonly invalidates: readonly string[]
  /** Shown in a toast on success. */
  readonly done?: Done | ((reply: Reply<R>, input: CallInput<R>) => Done)
  readonly onDone?: (reply: Reply<R>, input: CallInput<R>) => void
}

/**
 * A write: calls the route, reads the contexts again, shows a toast. Later reads wait for its
 * position.
 */
export function useWrite<R extends Callable>(route: R, options: WriteOptions<R>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<R>) => callWith(route, input),
    onSuccess: async (reply, input) => {
      if (options.done)
        notifyDone(typeof options.done === 'function' ? options.done(reply, input) : options.done)
      options.onDone?.(reply, input)
      await Promise.all(
        options.invalidates.map((context) => queries.invalidateQueries({ queryKey: [context] })),
      )
    },
    // A form shows what others saved meanwhile beside what was typed.
    onError: async (error) => {
      if (isOvertaken(error))
        await Promise.all(
          options.invalidates.map((context) => queries.invalidateQueries({ queryKey: [context] })),
        )
    },
  })
}

/** A row as the server has it now, of those on screen; else as it was opened. */
export const liveOf = <T extends { readonly id: string }>(
  opened: T,
  rows: readonly (T | null | undefined)[],
): T => rows.find((row) => row?.id === opened.id) ?? opened

type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, never>
export type Query = Readonly<Record<string, string | number | undefined>>

/** A router pattern and its link builder in one. */
export type Path<P extends string> = {
  readonly pattern: P
  readonly to: (
    ...args: Record<never, never> extends ParamsOf<P>
      ? [params?: ParamsOf<P>, query?: Query]
      : [params: ParamsOf<P>, query?: Query]
  ) => string
}

export const path = <const P extends string>(pattern: P): Path<P> => ({
  pattern,
  to: (...[params, query]) => {
    const filled = pattern.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent((params as Record<string, string> | undefined)?.[key] ?? ''),
    )
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([key, value]) =>
        value === undefined || value === '' ? [] : [[key, String(value)]],
      ),
    )
    return search.size > 0 ? `${filled}?${search}` : filled
  },
})

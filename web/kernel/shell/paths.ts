type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, never>
type Query = Readonly<Record<string, string | number | undefined>>

/** Pattern for the router and builder for links, in one. `paths.bill.to({ id })`, `paths.bills.to({}, { status: 'late' })`. */
function path<const P extends string>(pattern: P) {
  return {
    pattern,
    to: (
      ...[params, query]: Record<never, never> extends ParamsOf<P>
        ? [params?: ParamsOf<P>, query?: Query]
        : [params: ParamsOf<P>, query?: Query]
    ): string => {
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
  }
}

/** Every address of the application. */
export const paths = {
  home: path('/'),
  error: path('/error'),
  admin: path('/admin'),
  welcome: path('/bienvenue'),
  dashboard: path('/admin/dashboard/default'),
  personal: path('/admin/profile/personal'),
  profiles: path('/admin/profile/companies'),
  companies: path('/admin/customer/company'),
  prospects: path('/admin/prospecting/company'),
  contacts: path('/admin/prospecting/contact'),
  contracts: path('/admin/management/contracts'),
  contract: path('/admin/management/contracts/:id'),
  timesheets: path('/admin/management/timesheets'),
  bills: path('/admin/management/billing'),
  bill: path('/admin/management/billing/:id'),
  transactions: path('/admin/portfolio/transactions'),
  products: path('/admin/portfolio/products'),
  roles: path('/admin/access/roles'),
  users: path('/admin/access/users'),
  logs: path('/admin/access/logs'),
  integrity: path('/admin/access/integrity'),
} as const

import 'i18next'
import type billing from './locales/fr/billing.json'
import type dashboard from './locales/fr/dashboard.json'
import type finance from './locales/fr/finance.json'
import type home from './locales/fr/home.json'
import type customers from './locales/fr/customers.json'
import type stock from './locales/fr/stock.json'
import type profile from './locales/fr/profile.json'
import type identity from './locales/fr/identity.json'
import type operations from './locales/fr/operations.json'
import type kernel from './locales/fr/kernel.json'
import type projects from './locales/fr/projects.json'
import type timesheets from './locales/fr/timesheets.json'
import type onboarding from './locales/fr/onboarding.json'
import type fields from './locales/fr/fields.json'

/** A key that French lacks does not compile. One line a dictionary. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kernel'
    resources: {
      kernel: typeof kernel
      fields: typeof fields
      billing: typeof billing
      home: typeof home
      dashboard: typeof dashboard
      finance: typeof finance
      onboarding: typeof onboarding
      customers: typeof customers
      stock: typeof stock
      projects: typeof projects
      timesheets: typeof timesheets
      profile: typeof profile
      identity: typeof identity
      operations: typeof operations
    }
    returnNull: false
  }
}

export {
  VAT_EXIGIBILITIES,
  VAT_PERIODICITIES,
  VAT_REGIMES,
} from '#domain/profile/vat-regime.values.ts'
export { LEGAL_STATUSES, SECTORS } from '#domain/kernel/legal-statuses.ts'
import type { ProfessionalInfoSchemas, PersonalProfileSchemas } from './profile.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'
import { PICTURE_MAX_TEXT } from '#contract/identity/identity.routes.ts'

/** A little more than a picture, for the JSON around it. */
const PICTURE_BODY = PICTURE_MAX_TEXT + 20_000

const read = { permission: 'perm_professional_info_menu' } as const
const update = { permission: 'perm_professional_info_update' } as const

export const professionalInfoRoutes = endpoints<ProfessionalInfoSchemas>({
  list: {
    method: 'GET',
    path: '/professionalInfo/:userId/all',
    summary: 'Own professional profiles, the oldest first',
    access: read,
    csv: true,
  },
  readiness: {
    method: 'GET',
    path: '/professionalInfo/:userId/:id/readiness',
    summary: 'What still blocks a bill of this profile',
    access: read,
  },
  find: {
    method: 'GET',
    path: '/professionalInfo/insee/:userId/find',
    outside: true,
    summary: 'Companies of the public registry, by name, SIREN or SIRET',
    access: 'signed-in',
    perMinute: 60,
  },
  add: {
    method: 'POST',
    path: '/professionalInfo/:userId',
    summary: 'Adds a professional profile; the first one becomes the active one',
    access: update,
  },
  change: {
    method: 'PUT',
    path: '/professionalInfo/:userId',
    summary: 'Changes a professional profile; absent fields stay as they are',
    access: update,
    // Logo and signature may come back as they were read.
    maxBody: 2 * PICTURE_BODY,
  },
  changeLogo: {
    method: 'PUT',
    heavy: true,
    path: '/professionalInfo/:userId/logo',
    summary: 'Sets the logo (PNG, JPEG or WebP, 2 MB at most); null or empty removes it',
    access: update,
    maxBody: PICTURE_BODY,
  },
  changeSignature: {
    method: 'PUT',
    heavy: true,
    path: '/professionalInfo/:userId/signature',
    summary: 'Sets the signature (PNG, JPEG or WebP, 2 MB at most); null or empty removes it',
    access: update,
    maxBody: PICTURE_BODY,
  },
  changeBank: {
    method: 'PUT',
    path: '/professionalInfo/:userId/bankInfo',
    summary: 'Changes the bank details',
    access: update,
  },
  changeTva: {
    method: 'PUT',
    path: '/professionalInfo/:userId/tvaInfo',
    summary: 'Changes the VAT facts; another regime asks from which day',
    access: update,
  },
  remove: {
    method: 'DELETE',
    path: '/professionalInfo/:userId/:id',
    summary: 'Removes a profile that has issued no bill',
    access: update,
  },
})

/** One per user: its id is the user's. */
export const personalProfileRoutes = endpoints<PersonalProfileSchemas>({
  list: {
    method: 'GET',
    path: '/profile/:userId/all',
    summary: 'The own personal profile, as a list of none or one',
    access: { permission: 'perm_personal_info_menu' },
  },
  add: {
    method: 'POST',
    path: '/profile/:userId',
    summary: 'Writes the personal profile',
    access: { permission: 'perm_personal_info_update' },
    maxBody: PICTURE_BODY,
  },
  change: {
    method: 'PUT',
    path: '/profile/:userId',
    summary: 'Changes the personal profile; absent fields stay as they are',
    access: { permission: 'perm_personal_info_update' },
    maxBody: PICTURE_BODY,
  },
  remove: {
    method: 'DELETE',
    path: '/profile/:userId/:id',
    summary: 'Empties the personal profile',
    access: { permission: 'perm_personal_info_update' },
  },
})

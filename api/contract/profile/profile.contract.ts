import { get, post, put, del } from '#contract/kernel/contract.ts'
import {
  bank,
  tva,
  ProfessionalInfoDraft,
  ProfessionalInfo,
  ProfessionalInfoPatch,
  Readiness,
  RegistryCompany,
  PersonalProfile,
  PersonalProfileBody,
} from './profile.schemas.ts'
import { PICTURE_BODY } from '#contract/identity/identity.values.ts'
import { z } from 'zod'
import { Siren, Siret } from '#domain/kernel/records/fields.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { Instant } from '#contract/kernel/times.schemas.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'
import { Id, own, Version } from '#contract/kernel/inputs.schemas.ts'
import { Pages } from '#contract/kernel/lists.schemas.ts'

const read = { permission: 'perm_professional_info_menu' } as const
const update = { permission: 'perm_professional_info_update' } as const

/**
 * In any mixture; empty ones are passed over, and the most exact is asked for. A name alone has
 * three letters at least.
 */
const RegistryQuery = z
  .object({ name: oneLine(100).optional(), siren: Siren.optional(), siret: Siret.optional() })
  .refine(({ name = '', siren, siret }) => Boolean(siren || siret) || name.length >= 3, {
    params: { code: 'REGISTRY_QUERY_INVALID' },
    path: ['name'],
  })

const Picture = z.strictObject({
  id: Id,
  content: z.string().nullable(),
  version: Version,
})

const one = own.extend({ id: Id })

export const professionalInfoRoutes = {
  list: get('/professionalInfo/:userId/all', {
    summary: 'Own professional profiles, the oldest first',
    access: read,
    csv: true,
    params: own,
    query: Pages,
    reply: z.array(ProfessionalInfo),
  }),
  readiness: get('/professionalInfo/:userId/:id/readiness', {
    summary: 'What still blocks a bill of this profile',
    access: read,
    params: one,
    query: z.object({ at: Instant }),
    reply: Readiness,
  }),
  find: get('/professionalInfo/insee/:userId/find', {
    outside: true,
    summary: 'Companies of the public registry, by name, SIREN or SIRET',
    access: 'signed-in',
    perMinute: 60,
    params: own,
    query: RegistryQuery,
    reply: z.array(RegistryCompany),
  }),
  add: post('/professionalInfo/:userId', {
    summary: 'Adds a professional profile; the first one becomes the active one',
    access: update,
    params: own,
    body: ProfessionalInfoDraft,
    reply: Written,
  }),
  change: put('/professionalInfo/:userId', {
    summary: 'Changes a professional profile; absent fields stay as they are',
    access: update,
    // Logo and signature may come back as they were read.
    maxBody: 2 * PICTURE_BODY,
    params: own,
    body: ProfessionalInfoPatch,
    reply: Written,
  }),
  changeLogo: put('/professionalInfo/:userId/logo', {
    heavy: true,
    summary: 'Sets the logo (PNG, JPEG or WebP, 2 MB at most); null or empty removes it',
    access: update,
    maxBody: PICTURE_BODY,
    params: own,
    body: Picture,
    reply: Written,
  }),
  changeSignature: put('/professionalInfo/:userId/signature', {
    heavy: true,
    summary: 'Sets the signature (PNG, JPEG or WebP, 2 MB at most); null or empty removes it',
    access: update,
    maxBody: PICTURE_BODY,
    params: own,
    body: Picture,
    reply: Written,
  }),
  changeBank: put('/professionalInfo/:userId/bankInfo', {
    summary: 'Changes the bank details',
    access: update,
    params: own,
    body: z.strictObject(bank).partial().extend({ id: Id, version: Version }),
    reply: Written,
  }),
  changeTva: put('/professionalInfo/:userId/tvaInfo', {
    summary: 'Changes the VAT facts; another regime asks from which day',
    access: update,
    params: own,
    body: z.strictObject(tva).partial().extend({ id: Id, version: Version }),
    reply: Written,
  }),
  remove: del('/professionalInfo/:userId/:id', {
    summary: 'Removes a profile that has issued no bill',
    access: update,
    params: one,
    reply: Written,
  }),
}

/** One per user: its id is the user's. */
export const personalProfileRoutes = {
  list: get('/profile/:userId/all', {
    summary: 'The own personal profile, as a list of none or one',
    access: { permission: 'perm_personal_info_menu' },
    params: own,
    reply: z.array(PersonalProfile),
  }),
  add: post('/profile/:userId', {
    summary: 'Writes the personal profile',
    access: { permission: 'perm_personal_info_update' },
    maxBody: PICTURE_BODY,
    params: own,
    body: PersonalProfileBody,
    reply: Written,
  }),
  change: put('/profile/:userId', {
    summary: 'Changes the personal profile; absent fields stay as they are',
    access: { permission: 'perm_personal_info_update' },
    maxBody: PICTURE_BODY,
    params: own,
    body: readBack(PersonalProfileBody, PersonalProfile),
    reply: Written,
  }),
  remove: del('/profile/:userId/:id', {
    summary: 'Empties the personal profile',
    access: { permission: 'perm_personal_info_update' },
    params: own.extend({ id: z.string().max(100) }),
    reply: Written,
  }),
}

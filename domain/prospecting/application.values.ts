/** Way of an application: by mail, or on the site of the company. */
export const APPLICATION_WAYS = ['byemail', 'externalSite'] as const
export type ApplicationWay = (typeof APPLICATION_WAYS)[number]

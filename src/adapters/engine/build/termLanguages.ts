/** Languages of the LDNOOBW lists besides English. */
export const termLanguages = "ar cs da de es fi fr hi hu it ja ko nl pl pt ru sv th tr zh".split(" ")

/**
 * Costs of each character behind another, in sixths of a nat, written in base 64: bigrams of the 31,000 names of files,
 * classes and functions in `conformance/names/training.txt`. Rows and columns are the edge of a word (any other character),
 * a–z, A–Z and 0–9. Part of the grouping version: a changed letter may move events to other issues. Made by
 * `node scripts/letter-model/train.mjs`.
 */
export const costs: readonly string[] = [
  'USVQTUWTZRckXWZZTkSRTZbWpsuZbXbccieZeofacfanXXZgiilrayfotw0x25-',
  'ZtWQSugV3XwdLSQ_UwNQJagcgXlsvpsus0tw_yzwvqo_nomwqw59__ny53_33_9',
  'SMijlMussSOoKmlQcyVTgM9p9c9h9kpsnpno9npm9jfumdiqhj9999uo999y999',
  'VQzaqNw5NXnOSp5Nn1PYKW55_Y_klglhlnofslnkljj1ihjrtp_5w___zw_____',
  'MSlhVInjtRotWqmVo_bZmSq14Y1ZcWaYcifZkhebbcYrYWXefjrz14zs1t14___',
  'OThSUfXcpss0XVOnYbLORoeiXc3bcadbdkhcmogcgbanbYbkijzv1_1s47_r___',
  'NPqioNRz-I--TooNz-VZWZ--vS-mnjnjkvvhzvjlkkizlehrrp--z-noo---okv',
  'LWym_G1VZN__YZSc1_WXbXy1yjuehaiYcnjWrlegidc1dcflhl__1_1y11_____',
  'NMnztIzv-R-vgZmOnoWdWW-z-c-cbXcccmhcnnfehcWiaXbmletzv--jzz-z---',
  'gTXTTUVT_r5lRVKLXqWPPtX_f_S0_qvz1113_5x1_vx_uts583____583______',
  'WZj00E000a00000Wj0pH0UbZ00000plp00000lp00p000000000000000000000',
  'KWeffJme7V7wmmYnipoSlewm7r7YSWaaYhbXakcXdXVwWVTechww77wow777777',
  'ROdnTJlkvM_WRsuQgzqYTRXz_Y0ggdfejskhxnkemgcvfeeoqn6____m3_6____',
  'QLStiI2t_RztZVkTL_qWobs__m_ggeeegtkgpulhjfc2ecgmpn2___2nz22_z__',
  'NTxQPRWQqVmcgeZVgxnNLZZt5hpfebhegpjgnnificd9dcdsnk5359tr0______',
  'ZacUPqhZyclYRRIXS5LYVTaWZrklmkmlottmutrlmqjxjhnnvr9_5_95_______',
  'SOsmbJstdV_rPluNV_PTLWs_4h_jlelijqpi1wjlmghxhdjooo4y__1l1______',
  'VzzzzllpzzzzUjpzzzehzBzzpzzzzzzjzzzczzpzzpzzzlzzppzzzzzzzzzzzzz',
  'ONoaZLha6O_dfWYNk-TTQZco6W_ijchegskgwplildd2fdeqmo16__-p2___-__',
  'JZqXoLe0XRzgkijUWmkOMXnkma_dgaecemlcnsiegca0caahih50080hn_5u_8_',
  'MR2ZrKmtUM77jkrSg_QWXa_ovX_bfYabclhbnmfcebataYYjij2v7-tpr-_r7r_',
  'oWXVcOaR3Q_3LRNiS3PQMp__r_0r0n3__t3l__px30q_pmt3w______3___3_0_',
  'ZJmlwDtltN77tkta77ptjlt77nwwwq7ht7wwwwpt7np7lmmwqw7777pp7f7dtw7',
  'PInerR55aR5dd5OPe5PRd55p5v5dgYeafphdlreegecpZXaipk55v55j5555555',
  'PapWtSt7lU77jmwfItwpHw7wqZ7cebhaewpactckfcc7faTpll7q777qtwnw7t7',
  'Igdhdgkn_k0wWXOmK_wWZ__X_0jYaWYXbigZoedbcXWuYVWidgw0u_wo_______',
  'RR222C22rX22er2Y22222o2r2Uh22rrr22rr2222222222222r2r2222r222222',
  'fqYRUmaa7wm7OkNwWwLLNShck77lpg7ns7wwwfebl7c7gTk7wqp7s7ssswn7777',
  'eMqu5TqqqO5qPquI55P5qL5u5Puh5j5fluuuu5fnunqunnouuqqn55uu555u555',
  'gNly9cyyMhn9OrvEv9VbiWyssjylorll9ssjpolrsmgvrcklyysvy999y9y9999',
  'aNn66Er66N66h6pRjnYjkX6r6X6mmmfgi6mivivpnbgrdjnrrprpr6vk6pvv666',
  'ad7gg7b77777PVLpqWKZp7Q7H77qwfiwmqtwttmlopmweZiww7otw7mot7ww777',
  'eO5olU555J5uRoYIq5Lf5N55555knduill5iuqouukouqgu5uoq555q5q55nuk5',
  'YYxjxGnxxXnxMxxcxxHnnXnxxxdexdndbxnnjnefxxjxhhfexxxxnxjhxxxxxxx',
  'gJ111J111R1qqd1J11d1Pe111a1dq1qn111qqkqe1kq1gnN1111kn111q1qq111',
  'cw7fPqYd7w77qMF7l7oPQt77777ehdXlhppkqqfdeja7daiqtq7w77o7p7wt7w7',
  'cXyynbyyyfynyyyVnyyFjhySyyyfyyynjyyyynyyyyhyyHnhnPyynyyyyynyyyy',
  'VixxmCxxxTxximVmxxxxxxxmxfxmxXfYixxZxxmimxdxmYixmmxmxxmmxxxxxxx',
  'TOsg3O3s3H3s33sIsslsslpp333Ugcdbk3nb3pdglbgjjacplk3p333pp3ss333',
  'eJ6lvI66vP6vv66I66vlsT66pf6f6ncbv6vf6pRlvsi6iiavvs66666v6666s66',
  'XItt4Otp4p444t4Fjt4npN44444d4lhtjttp44p4phc4nacp4p4tn4nt44t4444',
  'gYLg66O6sw6mkmS6E6RwgUabj66iqog6sswo6qnbXwo6ihikwq6666666666666',
  'gHx88W88jV8mMxjR88GkqZf8x88jsgohsspfxjqksupxkfo8x8xx88xq8x88888',
  'XsssssssssssssssssWhsBsssssshbhsssssssTbshbssdbsssdssssssssshss',
  'eP888Dx88h888r8Nl8xX8Pk8x88tprrgltoct8aoipi8piot8x8x8888x888888',
  'dY0PsL0_YT_kZwcTSqphJTle_S_ejdeciomZupnYcZgphaThewY0__w00__0_u_',
  'VPyuuO99US99s9yL99OXoY9iqKulqikeh9yp99iUuqc9uNgoq99y999uyy99999',
  'ezzpzzzzzVzzzhGzPzMMRhzzzzzlpzlpzzjUpzgzjppzQfZdlpzlpzppgzplzhz',
  'pE000Mj00J00lf0W00000i00000ljl0l0Vpfl0giWpp0jep0000l00gellpppZ0',
  'hL00jM00TH000p0N0pOe000p000e0l0b0plepZjlp00plbYl0cp0l00000p0000',
  'XsssssssRsshscsZsssahsshshsPhPWOWscQhsePVQVsXRUcssshcsscseQssss',
  'UHnncOcnnNnnnncZnnncnnnnnnnNnccnnnnZcZncZTZcZncnnnZnnnnXcnncnnn',
  'blwlwXwwwXwwZwwBwwwwwwwwwwwwllwhlwllllfwwlwlwlwwwwfwlwwwwwwwwww',
  'JpppppppppppppppppppppppfppppZpppppppppfpppppppppppppWJIXWZfpfM',
  'EvllvvvvvvlvvvvvvhvlvvvvvPvvvllvlvvvvvlvvhhvvclvvvvlvWOXbfWQXWV',
  'ExixiixxxxxxmxmmxxximxxxxxxTgdbdexxaxxgxicamdUgxxxixxLaWZWUxmem',
  'HqZqfqqqqqqqqqqqqqqqqqqqqqqqqWVZfqqfqqZfqZXqWWbqqfZffVbHfbqbqZb',
  'FqfqqqqqqqqYqqqqqqqqqYWfqqqPcqYZZqfWqqfqqffqqcfScVqfqYZqfVffcWZ',
  'HmmmmmmmmmmmmmmmmmmcmmmmmmmmmcmmmmmmmmmcmmccccmcmmcmmJOmmYTQUmY',
  'IcqqqqqqqqqqqqqqqqqqqqqqqqqPZZYfqfccqqqfqZqqqqqqqqfqfcffcFqqcff',
  'FiiiiiiiiiiiiiiiiiiiiiiiYiiUiYYYiUiPiiiiiUiiiiYiiiiiiYiiiiUiiiS',
  'HnnnnnnnnnnnnnUnnnnnnnnnnnnLcSnnnnnQnUnYYWcnnQcncnnnncnccWcWncn',
  'GjjjjjjjjjjjjjjjjjjjjjjjjjjjjIjZjjjjjRjZjjjjjjjjjjjjjTjZVZVjjZj',
]

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const size = costs.length
const table = Uint8Array.from(costs.join(''), (digit) => digits.indexOf(digit))

/** Returns the row of a character. */
function rowOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 96
  if (code >= 65 && code <= 90) return code - 38
  return code >= 48 && code <= 57 ? code + 5 : 0
}

/**
 * Computes by how many nats a text is more likely a name that a person chose than a random one of an alphabet: positive for
 * words, negative for hashes. Linear in its length.
 *
 * @example wordiness('checkout', 26) > 0 && wordiness('q7xk2jzd', 36) < 0
 */
export function wordiness(text: string, alphabetSize: number): number {
  let cost = 0
  let previous = 0
  for (let index = 0; index < text.length; index++) {
    const row = rowOf(text.charCodeAt(index))
    cost += table[previous * size + row]!
    previous = row
  }
  return text.length * Math.log(alphabetSize) - cost / 6
}

/**
 * Terms chosen by hand, because the public lists are silent or wrong about them: coded words of the abuse of children,
 * and harmless names and expressions that contain one. Noted as hashes only, so that a reader of the repository meets none
 * of them; `node src/adapters/engine/build/floorTerms.ts --hash "some term"` prints the hash of a term
 * and the hash of its first word, which goes into `starts` when the term has several.
 */
export const pickedTerms = {
  unambiguous: [
    "13m5o6kxgrc", "13zsr8ks10a", "15g6ivv17pq", "16ypv86l5vz", "175boxrtl1d", "192y60495ft",
    "199qbb6v5kh", "19ebgm3sooz", "19ory3j1q5c", "1aoiuhzi69o", "1c4pyup068g", "1e0bzvafrhz",
    "1f9923mozjh", "1h3ngv14onq", "1ihljyfjlp5", "1iva7mg77yd", "1mt2y8xakte", "1raa15uqz8t",
    "1sck3hdo7yq", "1simk1qjpnb", "1t0kfynmoi9", "1t7laku3gt6", "1thqs9sq7pz", "1vilggq1u1y",
    "1vprlxuss0a", "1x90xn94kd0", "1y9oluq83he", "20y1a14ig8", "21nucd846lh", "243a8samme",
    "24ne31gg6ix", "24no53w74s2", "27p56a1l183", "2978hw2j8pf", "2b5w5va23yr", "2fx76mk36y4",
    "2g0528x7foc", "3en3g3edtw", "3jws4d5mnp", "5go2yz4lgy", "5tggiqlsip", "5z5uuqlaej",
    "904qcaeqgk", "9q84l7rzj2", "acya808g3h", "al3pber8nr", "azjdopsr7l", "b7nxrzyywf",
    "ctmlhhcn27", "d12ajdf6gr", "ebiz6pq50g", "f1p35d7v3l", "g6h4wv0up1", "h334z5m0ea",
    "jl0x0le8l7", "kffogcuxpx", "kqn08ql557", "n0ijyrg66u", "n56dwuq86p", "o0ol4bkray",
    "o5d4toiuqi", "oxmk6da46v", "p2psc9rpum", "pgdb3as484", "pwcrm00ugj", "qg7s2ntw2u",
    "qlb3r8wa49", "sn26kp68uf", "tluws2ztdw", "tof9638ezl", "yhwcsz1tym", "z7burls8fb",
    "zib9dor97h", "zzwr8xnni"
  ],
  coded: [
    "122lq7x0z6d", "143kjy9pkdx", "14dqsai0hu1", "16guocmzaja", "19m734xdycs", "1hic3pyv1fo",
    "1hspykfr958", "1hzrt3yefek", "1mx3ye6ulzv", "1r5cj66vj1q", "1tc1qmqze61", "210bkjhyxow",
    "27ifqfhkoc7", "29cg3pjgizo", "29hieg9sy7z", "2bqht8arhqw", "2eihwrdux29", "2ga4hv7buhr",
    "5qhpl38srx", "7frtcvx4g3", "87fmn7vpwl", "895fob2ymt", "95t7tqu8sz", "d73tjl5mjq",
    "mxl4vhe3mw", "wuxzwf6m50", "xjz4w2tote", "zbmgu7jluo"
  ],
  harmless: [
    "11w5m85b1yw", "14iapazuoxo", "16igelehzi4", "18gy7g236o9", "1c7is9rwm55", "1fl8ktvwusr",
    "1h0ojtqic99", "1kynqn40cuo", "1lgj4vja1nl", "1mj1hwhvocy", "1p32lqn722j", "1z6ar3faxr3",
    "22w0ftiznng", "23n660mb6yi", "25koobh2yf5", "25p29dr9tqf", "26bezf1854z", "2bns3n6ckwz",
    "592ryg6j2b", "8oltywa862", "cygtwf6uvs", "ec189i1ilk", "hdflv1p9il", "jwwbkuzuwr",
    "kiqctrtgto", "n1zaw8qzdb", "pkwsmenikj", "rh17r4rrzu", "sgqr56otv8", "tu3ukal0ia",
    "vud1teut98", "vyej5pnmlz", "ytqc0javhx"
  ],
  starts: [
    "122lq7x0z6d", "12s99szs1ke", "14oukgnq18a", "16guocmzaja", "16mh5vjtzr5", "17na5r2kovd",
    "1ewze7q3l86", "1q7v89pahxq", "1s5gka410ft", "1tc1qmqze61", "1tqmz4ouoly", "1w7j4jspwmd",
    "1xfilq2p5pi", "1yzy82ki619", "259j5zezlla", "2alwpbgva7n", "apkq7hqoqj", "d73tjl5mjq",
    "ddl5cj6nel", "f18pwua7q1", "hdqkmn3v6i", "kft1gf42u0", "knqivj1ye8", "kqn08ql557",
    "ldi9ecb09s", "n7um1s8zed", "o0ol4bkray", "sjjoyvac8t", "tqiued7o8c", "uzth97e2qs",
    "wtu49phrqb"
  ]
}

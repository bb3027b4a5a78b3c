// A starter bot for Durak: plays its cheapest legal card and throws in no trumps. The protocol is in docs/protocol.md. C++17.
//   g++ -O2 -std=c++17 -o durak bots/durak.cpp && croupier check-bot durak -- ./durak
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

char trump;              // the trump suit
set<string> hand;        // my cards
vector<string> table_;   // the cards of this round
string attack;           // the open card: the last one attacked with or thrown in
bool i_take = false;     // did I give up in this round? Then I take its cards

int value(const string& card) { return string("6789TJQKA").find(card[0]); }
int price(const string& card) { return value(card) + (card[1] == trump ? 100 : 0); }

bool beats(const string& card, const string& other) {
    if (card[1] == other[1]) return value(card) > value(other);
    return card[1] == trump;
}

template <class May>
void answer(May may) {
    string best = "NO";
    for (const string& card : hand)
        if (may(card) && (best == "NO" || price(card) < price(best))) best = card;
    cout << best << endl;  // endl flushes: the referee waits for the answer
}

int main() {
    for (string line; getline(cin, line);) {  // one line at a time, until the input ends: then the match is over
        istringstream words(line);
        string word, by, to, card;
        words >> word;
        if (word == "trump") {
            words >> trump;
        } else if (word == "give") {
            words >> by >> card;
            if (by == "1") hand.insert(card);  // I am always player 1
        } else if (word == "move" || word == "add") {
            words >> by >> to >> card;
            if (word == "move") {  // a new round; the last one is over
                // Taken cards join my hand here; no line lists them.
                if (i_take) hand.insert(table_.begin(), table_.end());
                table_.clear();
                i_take = false;
            }
            attack = card;
            table_.push_back(card);
            hand.erase(card);
        } else if (word == "beat") {
            words >> by >> card;
            table_.push_back(card);
            hand.erase(card);
        } else if (word == "take") {
            words >> by;
            i_take = by == "1";
        } else if (word == "MOVE") {
            answer([](const string&) { return true; });
        } else if (word == "BEAT") {
            answer([](const string& card) { return beats(card, attack); });
        } else if (word == "ADD") {
            answer([](const string& card) {
                for (const string& other : table_)
                    if (other[0] == card[0]) return card[1] != trump;  // I keep my trumps
                return false;
            });
        }
    }
}
